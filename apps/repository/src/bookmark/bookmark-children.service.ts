import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { BookmarkChildren } from './bookmark-children.js';

/** Answers other nodes about the bookmarks of repositories on this one. */
@Controller()
export class BookmarkChildrenService {
  constructor(private readonly bookmarks: BookmarkChildren) {}

  @HandlesCall(repositoryCalls.bookmarkChildren, { node: true })
  children(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return this.bookmarks.onThisNode(ctx, asked);
  }
}
