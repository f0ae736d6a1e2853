import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobReader, BlobStore } from '@holdfast/blob-spi';
import { DiskRoom } from '@holdfast/kernel';

/**
 * Every kind of blob store that the gateway stages uploads in, by how it is opened. `reserve`: what stays free
 * (bytes).
 */
export const openBlobStore = (data: string, reserve?: number): Promise<BlobStore> =>
  FilesystemBlobStore.open(data, new DiskRoom(data, reserve));

/** Every kind of store without files, from which the gateway reads what it is granted; loaded where there is one. */
export const openBlobs = async (url: string): Promise<BlobReader> => {
  const { S3Reader, s3Place } = await import('@holdfast/blob-s3');
  return new S3Reader(s3Place(url));
};
