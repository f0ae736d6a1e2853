import type { Standing, StorageOwner } from '@holdfast/contracts';

/** Who pushes and where, as the ticket carries it to the decision about the push. */
export interface PushCaller {
  requestId: string;
  standing: Standing;
  /** Where a storage limit is over what is pushed. */
  storage?: StorageOwner;
}
