import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobStore } from '@holdfast/blob-spi';

/** Every kind of blob store that the gateway stages uploads in, by how it is opened. */
export const openBlobStore = (data: string): Promise<BlobStore> => FilesystemBlobStore.open(data);
