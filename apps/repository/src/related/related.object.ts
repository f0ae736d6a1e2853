import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChildrenByNode } from './children-by-node.js';

export const related = {
  parts: [ChildrenByNode],
} satisfies ServiceObject;
