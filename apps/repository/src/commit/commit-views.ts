import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import type { Commit } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { commitView, type CommitView } from './commit.view.js';
import { Verifications } from './verifications.js';

type ShownIn = Pick<RepositoryScope, 'id' | 'uuid'>;

/** Shows commits as the API does, each with what its signature is worth. */
@Injectable()
export class CommitViews {
  constructor(private readonly verifications: Verifications) {}

  /** In their order. */
  async of(ctx: CallContext, commits: readonly Commit[], repository: ShownIn): Promise<CommitView[]> {
    const verified = await this.verifications.of(ctx, commits);
    return commits.map((commit, index) => commitView(commit, repository, verified[index]));
  }

  /** By their ids, each once. */
  async byId(
    ctx: CallContext,
    commits: readonly Commit[],
    repository: ShownIn,
  ): Promise<ReadonlyMap<string, CommitView>> {
    const distinct = [...new Map(commits.map((commit) => [commit.id, commit])).values()];
    const views = await this.of(ctx, distinct, repository);
    return new Map(views.map((view) => [view.id, view]));
  }
}
