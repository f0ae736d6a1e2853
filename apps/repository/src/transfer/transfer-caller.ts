import type { Standing, StorageOwner } from '@holdfast/contracts';

/** Whose transfer it is and where, as the ticket carries it to later decisions about it. */
export interface TransferCaller {
  requestId: string;
  standing: Standing;
  /** Of the client, where he writes. */
  address?: string;
  /** Where a storage limit is over what is pushed. */
  storage?: StorageOwner;
}
