import { matching } from './setting-forms.js';

/** How the directory of the artifact service is called where buckets have addresses. */
const onDisk = 'disk';

/** A store of blobs. */
export const blobPlace = matching(/^(?:disk|s3:\/\/.+)$/, 'disk, or an address such as s3://bucket/prefix');

/**
 * The second store besides that to which all goes (absent: the disk).
 * @throws Error where it is the same one: whoever removed the one would remove both
 */
export const otherBlobPlace = (url: string | undefined, other: string | undefined): string | undefined => {
  if (other !== undefined && other === (url ?? onDisk))
    throw new Error(`HOLDFAST_BLOBS_OTHER_URL is ${other}, the store that has all blobs already`);
  return other;
};
