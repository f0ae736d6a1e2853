import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import { S3Reader, s3Place } from '@holdfast/blob-s3';
import type { BlobReader, BlobStore } from '@holdfast/blob-spi';
import { DiskRoom } from '@holdfast/kernel';

/**
 * Every kind of blob store that the gateway stages uploads in, by how it is opened. `reserve`: what stays free
 * (bytes).
 */
export const openBlobStore = (data: string, reserve?: number): Promise<BlobStore> =>
  FilesystemBlobStore.open(data, new DiskRoom(data, reserve));

/** Every kind of store without files, from which the gateway reads what it is granted. */
export const openBlobs = (url: string): BlobReader => new S3Reader(s3Place(url));
