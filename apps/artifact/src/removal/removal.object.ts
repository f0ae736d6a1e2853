import type { ServiceObject } from '@holdfast/platform/service-host';
import { EmptiedDirectories } from './emptied-directories.js';
import { RemovalService } from './removal.service.js';
import { RemovalStore } from './removal.store.js';

export const removal = {
  parts: [EmptiedDirectories, RemovalService, RemovalStore],
} satisfies ServiceObject;
