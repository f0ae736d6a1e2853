import type { BlobStores } from '../blob-stores.js';

/** Names of the stores of a process: to which all goes, and in which blobs may lie besides. */
export interface StoreNames {
  readonly target: string;
  readonly former: string | null;
}

export const namesOf = ({ into, former }: BlobStores): StoreNames => ({
  target: into.name,
  former: former?.name ?? null,
});
