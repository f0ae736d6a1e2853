import type { ServiceObject } from '@holdfast/platform/service-host';
import { TreeEntryService } from './tree-entry.service.js';

export const treeEntry = {
  services: [TreeEntryService],
} satisfies ServiceObject;
