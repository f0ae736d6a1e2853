import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChildrenByNode } from './children-by-node.js';
import { ReferenceService } from './reference.service.js';

export const reference = {
  parts: [ChildrenByNode],
  services: [ReferenceService],
} satisfies ServiceObject;
