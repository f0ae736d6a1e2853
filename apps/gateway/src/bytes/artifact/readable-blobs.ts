import { PairedReader, type BlobReader } from '@holdfast/blob-spi';
import { openBlobs } from '../../blob-stores.js';

/** Where blobs lie, as the settings say. */
export interface BlobsReached {
  /** The directory, where all is to go there. */
  readonly blobs?: string | undefined;
  /** The bucket, where all is to go there. */
  readonly blobsUrl?: string | undefined;
  /** Where they may lie besides: a bucket, or the directory. */
  readonly otherBlobs?: string | undefined;
}

/**
 * What this process reads by digests: the bucket, and, while blobs move, both stores as far as it reaches them.
 * Undefined where it opens files by their paths only.
 */
export const readableBlobs = async ({
  blobs,
  blobsUrl,
  otherBlobs,
}: BlobsReached): Promise<BlobReader | undefined> => {
  if (otherBlobs === undefined) return blobsUrl === undefined ? undefined : openBlobs(blobsUrl);
  const [first, other] = [blobsUrl ?? blobs, await openBlobs(otherBlobs)];
  return first === undefined ? other : new PairedReader(await openBlobs(first), other);
};
