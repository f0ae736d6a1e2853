import { audited, performing } from '@holdfast/platform/audit';
import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import { RepositoryMoveRow } from './repository-move.entity.js';
import { beginMove, cancelMoves, moveUnderWay, switchNode } from './repository-move.query.js';
import { RepositoryRow } from './repository.entity.js';
import { RepositoryStore } from './repository.store.js';

/** Which node has a repository, and which is to have it. */
@Injectable()
export class RepositoryMoveStore {
  constructor(
    private readonly source: DataSource,
    private readonly repositories: RepositoryStore,
  ) {}

  async begin({ repository, name, source, target }: RepositoryMoveRow): Promise<void> {
    await beginMove(this.source, [repository, name, source, target]);
  }

  /** Whether there is this attempt, and the repository is still where it is to come from. */
  async isUnderWay(move: Pick<RepositoryMoveRow, 'repository' | 'name' | 'target'>): Promise<boolean> {
    const { repository, name, target } = move;
    return (await moveUnderWay(this.source, [repository, name, target])).length > 0;
  }

  /** Gives the repository to the target. False: the attempt was cancelled. */
  async switch(ctx: CallContext, { repository, name, source, target }: RepositoryMoveRow): Promise<boolean> {
    const detail = () => ({ from: source, to: target });
    const deed = performing(ctx, { operation: 'operator.repository.move', object: 'repository', detail });
    const run = async (tx: Parameters<typeof switchNode>[0]) =>
      (await switchNode(tx, [repository, name])).at(0);
    const moved = await audited(this.source, deed, run, { by: ({ company }) => ({ company }) });
    return moved !== undefined;
  }

  /** Repositories of no such kind lie on no node: their rows get the name of another. */
  async rename(from: string, to: string, kinds: readonly string[]): Promise<void> {
    await this.source.getRepository(RepositoryRow).update({ node: from, type: Not(In(kinds)) }, { node: to });
  }

  /**
   * The node that has the repository, and will have it until it agrees to another: no move to it or from it is under
   * way, or not this attempt any more. Undefined: there is no such repository.
   */
  async settled(repository: string, node: string, attempt?: string): Promise<string | undefined> {
    await cancelMoves(this.source, [repository, node, attempt ?? null]);
    return (await this.repositories.findByUuid(repository))?.node;
  }
}
