import type { ServiceObject } from '@holdfast/platform/service-host';
import { ArchiveService } from './archive.service.js';
import { TreeEntryService } from './tree-entry.service.js';

export const treeEntry = {
  services: [ArchiveService, TreeEntryService],
} satisfies ServiceObject;
