import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobStore } from '@holdfast/blob-spi';

/** The token under which the store of an installation is injected. */
export const blobStore = Symbol('blob store');

/** Every kind of blob store, by how it is opened. */
export const openBlobStore = (data: string): Promise<BlobStore> => FilesystemBlobStore.open(data);
