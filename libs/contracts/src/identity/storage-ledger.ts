import { identityCalls } from './internal.js';
import type { RefusedStorage } from './storage.js';

/** How services ask for room. */
export const storageLedger = {
  lease: identityCalls.leaseStorage,
  renew: identityCalls.renewStorage,
  /** A refused lease in one line, for whoever sent the bytes. */
  reasonOf: ({ refused, limit }: RefusedStorage): string =>
    `the storage limit of the ${refused} is reached (${limit} bytes)`,
};
