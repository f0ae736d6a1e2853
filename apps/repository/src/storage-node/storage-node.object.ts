import type { ServiceObject } from '@holdfast/platform/service-host';
import { StorageNodeRow } from './storage-node.entity.js';
import { StorageNodeService } from './storage-node.service.js';
import { StorageNodeStore } from './storage-node.store.js';

export const storageNode = {
  rows: [StorageNodeRow],
  services: [StorageNodeService],
  parts: [StorageNodeStore],
} satisfies ServiceObject;
