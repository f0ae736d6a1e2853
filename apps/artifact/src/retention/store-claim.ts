import type { BlobStore } from '@holdfast/blob-spi';
import { log } from '@holdfast/platform/observability';
import { Inject, Injectable } from '@nestjs/common';
import { blobStore } from '../blob-stores.js';
import { StoreOwnerStore } from './store-owner.store.js';

/**
 * Whether the blobs of the store are those to which this database refers. Two installations may have been given one
 * store, most of all by a restore that is to be tried only: then one of them would remove what the other has.
 */
@Injectable()
export class StoreClaim {
  constructor(
    private readonly rows: StoreOwnerStore,
    @Inject(blobStore) private readonly blobs: BlobStore,
  ) {}

  /** Also makes it so where the store is nobody's yet, and says in the log where it is another's. */
  async holds(): Promise<boolean> {
    const uuid = await this.rows.uuid();
    const owner = await this.blobs.owner.claim(uuid);
    if (owner !== uuid)
      log.warn(
        { owner, claimed: uuid },
        'the blob store is of another installation: nothing is removed from it',
      );
    return owner === uuid;
  }
}
