/** Where artifacts lie. */
export const blobPlaces = ['HOLDFAST_BLOBS_URL', 'HOLDFAST_BLOBS_OTHER_URL'];
/** Which downloads go round the gateway. */
export const redirects = ['HOLDFAST_BLOBS_REDIRECT', 'HOLDFAST_BLOBS_CLIENT_ENDPOINT'];

/** Who we are at a bucket, in the ways of AWS. */
export const ofBucket = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'AWS_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_ROLE_ARN',
  'AWS_ROLE_SESSION_NAME',
];
