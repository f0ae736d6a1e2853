import type { BlobStore } from '@holdfast/blob-spi';
import { log } from '@holdfast/platform/observability';
import { openBlobStore } from '../../blob-stores.js';

/** The store in the directory, for uploads to be staged in; undefined where this process may only read it. */
export const writableStore = async (
  directory: string | undefined,
  reserve?: number,
): Promise<BlobStore | undefined> => {
  if (directory === undefined) return undefined;
  try {
    return await openBlobStore(directory, reserve);
  } catch (error) {
    log.info({ err: error }, 'uploads go through the artifact service: its store cannot be written here');
    return undefined;
  }
};
