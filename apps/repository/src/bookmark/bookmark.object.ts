import type { ServiceObject } from '@holdfast/platform/service-host';
import { BookmarkChildren } from './bookmark-children.js';
import { BookmarkChildrenService } from './bookmark-children.service.js';
import { BookmarkService } from './bookmark.service.js';

export const bookmark = {
  services: [BookmarkService, BookmarkChildrenService],
  parts: [BookmarkChildren],
  related: [BookmarkChildren],
} satisfies ServiceObject;
