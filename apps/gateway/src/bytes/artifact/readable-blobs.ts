import { PairedReader, type BlobReader } from '@holdfast/blob-spi';
import { openBlobs } from '../../blob-stores.js';

/** Downloads that clients fetch from the bucket themselves. */
export interface BlobRedirects {
  /** Those of at least so many bytes. */
  readonly from: number;
  /** The server of the bucket as clients reach it, where that is another address than ours. */
  readonly endpoint?: string | undefined;
}

/** Where blobs lie, as the settings say. */
export interface BlobsReached {
  /** The directory, where all is to go there. */
  readonly blobs?: string | undefined;
  /** The bucket, where all is to go there. */
  readonly blobsUrl?: string | undefined;
  /** Where they may lie besides: a bucket, or the directory. */
  readonly otherBlobs?: string | undefined;
  /** Which downloads are answered by an address of the bucket. */
  readonly redirects?: BlobRedirects | undefined;
}

/**
 * What this process reads by digests: the bucket, and, while blobs move, both stores as far as it reaches them.
 * Undefined where it opens files by their paths only.
 */
export const readableBlobs = async ({
  blobs,
  blobsUrl,
  otherBlobs,
  redirects,
}: BlobsReached): Promise<BlobReader | undefined> => {
  const first = blobsUrl ?? (otherBlobs === undefined ? undefined : blobs);
  const opened = first === undefined ? undefined : await openBlobs(first, redirects?.endpoint);
  if (otherBlobs === undefined) return opened;
  const other = await openBlobs(otherBlobs);
  return opened ? new PairedReader(opened, other) : other;
};
