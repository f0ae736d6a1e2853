import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import { Injectable } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { AnswerBudget } from '../repository/answer-budget.js';
import type { RepositoryRow } from '../repository/repository.entity.js';
import { ChildrenByNode } from '../reference/children-by-node.js';
import type { RelatedSource } from '../reference/related-source.js';
import { RepositoryStore } from '../repository/repository.store.js';
import { branchView } from './branch.view.js';
import { ProtectedBranchStore } from './protected-branch.store.js';

type Found = Children[string];

/** Branches in the answers of repositories. */
@Injectable()
export class BranchChildren implements RelatedSource {
  readonly object = 'branch';
  readonly below: RelatedSource['below'] = {
    repository: (ctx, asked) =>
      this.byNode.children(repositoryCalls.branchChildren, ctx, asked, (part) => this.onThisNode(part)),
  };

  constructor(
    private readonly store: RepositoryStore,
    private readonly local: LocalRepositories,
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly byNode: ChildrenByNode,
  ) {}

  async onThisNode(asked: ListChildren): Promise<Children> {
    const budget = new AnswerBudget();
    const found: Children = {};
    const rows = new Map((await this.store.findAll(asked.parents)).map((row) => [row.uuid, row]));
    // In the order of the page: what passes the budget must be at its end.
    for (const uuid of asked.parents) {
      const row = rows.get(uuid);
      if (row) found[uuid] = await this.of(row, asked, budget);
    }
    return found;
  }

  private async of(row: RepositoryRow, { want, limit }: ListChildren, budget: AnswerBudget): Promise<Found> {
    const branches = this.local.open(row)?.data.branches;
    if (!branches) return want === 'include' ? { count: 0, objects: [] } : { count: 0, ids: [] };
    const snapshot = await branches.snapshot();
    if (want === 'count') return { count: snapshot.size };
    const page = snapshot.page(0, limit);
    if (want === 'list') {
      const ids = budget.fitting(page.map(({ id }) => id));
      return { count: ids.length, ids, ...(ids.length < snapshot.size ? { more: true } : {}) };
    }
    const flags = await this.protectedBranches.of(row.uuid, branches);
    const objects = budget.fitting(page.map((each) => branchView(each, flags.has(each.id), row)));
    return { count: objects.length, objects, ...(objects.length < snapshot.size ? { more: true } : {}) };
  }
}
