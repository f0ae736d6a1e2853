import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingFor } from '../placement/reading-of.js';
import { ChildrenByNode } from '../related/children-by-node.js';
import { childrenOfSnapshots } from '../related/children-of-snapshot.js';
import type { RelatedSource } from '../related/related-source.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { branchView } from './branch.view.js';
import { ProtectedBranchStore } from './protected-branch.store.js';

/** Branches in the answers of repositories. */
@Injectable()
export class BranchChildren implements RelatedSource {
  readonly object = 'branch';
  readonly below: RelatedSource['below'] = {
    repository: (ctx, asked) =>
      this.byNode.children(repositoryCalls.branchChildren, ctx, asked, (part) => this.onThisNode(ctx, part)),
  };

  constructor(
    private readonly store: RepositoryStore,
    private readonly local: LocalRepositories,
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly byNode: ChildrenByNode,
  ) {}

  onThisNode(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return childrenOfSnapshots(this.store, asked, async (row) => {
      const branches = this.local.open(row)?.data.branches;
      if (!branches) return undefined;
      return {
        snapshot: await branches.snapshot(readingFor(ctx, row.company)),
        views: async (page) => {
          const protection = await this.protectedBranches.of(row.uuid, branches);
          const isProtected = await protection.among(page.map(({ id }) => id));
          return page.map((each) => branchView(each, isProtected(each.id), row));
        },
      };
    });
  }
}
