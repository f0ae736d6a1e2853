import { DomainError } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { JobFailure, JobKinds, type JobAtWork, type JobKind } from '../job/job-kinds.js';
import { Placement } from '../placement/placement.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { RepositoryMover, type Moved } from './repository-mover.js';

/** `drained`: because the node is drained, and only so long as it is. */
export interface AskedMove {
  target: string;
  drained?: boolean;
}

/** Gives a repository to another node. */
export const moveJob: JobKind<AskedMove, Moved> = { name: 'move', atOnce: 2 };

/** Does moves as jobs of the node that has the repository. */
@Injectable()
export class MoveJobs {
  constructor(
    kinds: JobKinds,
    private readonly placement: Placement,
    private readonly mover: RepositoryMover,
    private readonly nodes: StorageNodes,
  ) {
    kinds.add(moveJob, (job) => this.run(job));
  }

  private async run(job: JobAtWork<AskedMove>): Promise<Moved> {
    const { repository, payload, signal } = job;
    const { target, drained } = payload;
    // A process that was killed had come this far.
    if (repository.node === target) return { from: this.placement.node, to: target, bytes: 0, locked: 0 };
    if (repository.node !== this.placement.node)
      throw new JobFailure(`the repository is at ${repository.node} by now: ask again`);
    if (drained && !this.nodes.isDraining) throw new JobFailure('the node is not drained any more');
    const tell = job.tell.bind(job);
    try {
      return await this.mover.move(repository, target, { signal, tell });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VcsRefusal && (error.code === 'remote' || error.code === 'too_large')) {
        log.error(
          { err: error, repository: repository.uuid, target },
          'a repository cannot be given to a storage node',
        );
        throw new JobFailure(error.message);
      }
      if (error instanceof DomainError && error.code !== 'unavailable') throw new JobFailure(error.message);
      // A node, the link between two, or the byte process may have gone: it is tried again.
      throw DomainError.unavailable(error instanceof Error ? error.message : 'the move broke off', error);
    }
  }
}
