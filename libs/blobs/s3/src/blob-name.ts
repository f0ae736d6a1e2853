/** What the name of each blob begins with. */
export const blobs = 'blobs/';

/** Only digests become names of objects; anything else is a fault of the caller. */
export const blobName = (digest: string): string => {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('not a SHA-256 in lower-case hex');
  return `${blobs}${digest.slice(0, 2)}/${digest.slice(2)}`;
};

/** The digest of a blob of this name; undefined: it is no blob. */
export const digestIn = (name: string): string | undefined => {
  const digest = name.slice(blobs.length).replace('/', '');
  return /^[0-9a-f]{64}$/.test(digest) && blobName(digest) === name ? digest : undefined;
};
