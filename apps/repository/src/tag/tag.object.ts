import type { ServiceObject } from '@holdfast/platform/service-host';
import { TagChildren } from './tag-children.js';
import { TagChildrenService } from './tag-children.service.js';
import { TagService } from './tag.service.js';

export const tag = {
  services: [TagService, TagChildrenService],
  parts: [TagChildren],
  related: [TagChildren],
} satisfies ServiceObject;
