import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import { S3BlobStore, s3Place } from '@holdfast/blob-s3';
import type { BlobStore } from '@holdfast/blob-spi';
import type { DiskRoom } from '@holdfast/kernel';

/** The token under which the store of an installation is injected. */
export const blobStore = Symbol('blob store');

/** Every kind of blob store, by how it is opened. `url`: a bucket; without it the directory `data` is the store. */
export const openBlobStore = (data: string, disk: DiskRoom, url?: string): Promise<BlobStore> =>
  url === undefined
    ? FilesystemBlobStore.open(data, disk)
    : S3BlobStore.open(s3Place(url), data);
