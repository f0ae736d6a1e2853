import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { BranchChildren } from './branch-children.js';

/** Answers other nodes about the branches of repositories on this one. */
@Controller()
export class BranchChildrenService {
  constructor(private readonly branches: BranchChildren) {}

  @HandlesCall(repositoryCalls.branchChildren, { node: true })
  children(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return this.branches.onThisNode(ctx, asked);
  }
}
