import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobStore } from '@holdfast/blob-spi';
import { DiskRoom } from '@holdfast/kernel';

/**
 * Every kind of blob store that the gateway stages uploads in, by how it is opened. `reserve`: what stays free
 * (bytes).
 */
export const openBlobStore = (data: string, reserve?: number): Promise<BlobStore> =>
  FilesystemBlobStore.open(data, new DiskRoom(data, reserve));
