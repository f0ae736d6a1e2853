import type { Children, ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BranchPatternRow } from '../branch/branch-pattern.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { AnswerBudget } from '../related/answer-budget.js';
import type { RelatedSource } from '../related/related-source.js';
import { countPatterns, firstPatterns } from './protected-branch.query.js';
import { protectedBranchView } from './protected-branch.view.js';

/** Patterns in the answers of repositories. */
@Injectable()
export class ProtectedBranchRelations implements RelatedSource {
  readonly object = 'protected_branch';
  readonly below: RelatedSource['below'] = {
    repository: (ctx, asked) => (asked.want === 'count' ? this.counts(ctx, asked) : this.first(ctx, asked)),
  };

  constructor(
    private readonly source: DataSource,
    private readonly repositories: RepositoryStore,
  ) {}

  private async counts({ deadline }: CallContext, { parents }: ListChildren): Promise<Children> {
    const rows = await countPatterns({ source: this.source, deadline }, [parents]);
    const counts = new Map(rows.map(({ repository, count }) => [repository, count]));
    return Object.fromEntries(parents.map((uuid) => [uuid, { count: counts.get(uuid) ?? 0 }]));
  }

  private async first({ deadline }: CallContext, { parents, want, limit }: ListChildren): Promise<Children> {
    const rows = new Map<string, BranchPatternRow[]>(parents.map((uuid) => [uuid, []]));
    for (const row of await firstPatterns({ source: this.source, deadline }, [parents, limit + 1]))
      rows.get(row.repository)?.push(row);
    const names = new Map((await this.repositories.findAll(parents)).map((row) => [row.uuid, row]));
    const budget = new AnswerBudget();
    const children: Children = {};
    for (const [uuid, all] of rows) {
      const repository = names.get(uuid);
      if (!repository) continue;
      const page = all.slice(0, limit);
      const views = page.map((row) => protectedBranchView(row, repository));
      const shown =
        want === 'include'
          ? { objects: budget.fitting(views) }
          : { ids: budget.fitting(page.map(({ id }) => id)) };
      const count = (shown.objects ?? shown.ids).length;
      children[uuid] = { count, ...shown, ...(count < all.length ? { more: true } : {}) };
    }
    return children;
  }
}
