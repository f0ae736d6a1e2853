import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobStore } from '@holdfast/blob-spi';
import type { DiskRoom } from '@holdfast/kernel';

/** The token under which the store of an installation is injected. */
export const blobStore = Symbol('blob store');

/** Every kind of blob store, by how it is opened. */
export const openBlobStore = (data: string, disk: DiskRoom): Promise<BlobStore> =>
  FilesystemBlobStore.open(data, disk);
