import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { TagChildren } from './tag-children.js';

/** Answers other nodes about the tags of repositories on this one. */
@Controller()
export class TagChildrenService {
  constructor(private readonly tags: TagChildren) {}

  @HandlesCall(repositoryCalls.tagChildren, { node: true })
  children(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return this.tags.onThisNode(ctx, asked);
  }
}
