import type { ServiceObject } from '@holdfast/platform/service-host';
import { BlobMoveRow } from './blob-move.entity.js';
import { BlobMoveService } from './blob-move.service.js';
import { BlobMoveStore } from './blob-move.store.js';
import { BlobMover } from './blob-mover.js';
import { StoreUseRow } from './store-use.entity.js';
import { StoreUseStore } from './store-use.store.js';
import { ReferredBlobStore } from './referred-blob.store.js';

export const blobMove = {
  rows: [BlobMoveRow, StoreUseRow],
  services: [BlobMoveService],
  parts: [BlobMover, BlobMoveStore, StoreUseStore, ReferredBlobStore],
} satisfies ServiceObject;
