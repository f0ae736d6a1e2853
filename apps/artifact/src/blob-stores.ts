import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobStore } from '@holdfast/blob-spi';
import type { DiskRoom } from '@holdfast/kernel';

/** The token under which the store of an installation is injected. */
export const blobStore = Symbol('blob store');

/**
 * Every kind of blob store, by how it is opened. `url`: a bucket, whose client takes memory and is loaded then;
 * without it the directory `data` is the store.
 */
export const openBlobStore = async (data: string, disk: DiskRoom, url?: string): Promise<BlobStore> => {
  if (url === undefined) return FilesystemBlobStore.open(data, disk);
  const { S3BlobStore, s3Place } = await import('@holdfast/blob-s3');
  return S3BlobStore.open(s3Place(url), data);
};
