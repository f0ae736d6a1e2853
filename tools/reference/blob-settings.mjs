/**
 * The settings that say where artifacts lie, for the table of settings.
 * @type {Record<string, [reader: string, fallback: string, meaning: string]>}
 */
export const blobSettings = {
  HOLDFAST_BLOBS: [
    'gateway',
    'set by the tools',
    'Directory of the artifact service’s blobs where the gateway shares the disk: it reads files there, and stages small uploads if it may write.',
  ],
  HOLDFAST_BLOBS_URL: [
    'gateway, artifact',
    'the directory of the artifact service',
    'The bucket in which artifacts lie, `s3://bucket/prefix?endpoint=https://…&region=…&profile=…`; credentials as AWS names them (`AWS_ACCESS_KEY_ID` …).',
  ],
  HOLDFAST_BLOBS_OTHER_URL: [
    'gateway, artifact',
    '',
    'A second store, `s3://…` or `disk`, while artifacts move: what the first does not have is read there, and `blobs migrate` copies it.',
  ],
  HOLDFAST_BLOBS_REDIRECT: [
    'gateway',
    'none',
    'Whole downloads of so many bytes and more are answered with 307 and an address of the bucket, good for a minute; from `64K`.',
  ],
  HOLDFAST_BLOBS_CLIENT_ENDPOINT: [
    'gateway',
    'the endpoint of `HOLDFAST_BLOBS_URL`',
    'The server of the bucket as clients reach it, `https://…`, for those addresses.',
  ],
};
