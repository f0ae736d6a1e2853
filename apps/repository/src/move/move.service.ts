import {
  repositoryCalls,
  type AskedForMove,
  type DrainNode,
  type MoveRepository,
  type RemoveNode,
} from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { JobStore } from '../job/job.store.js';
import { Jobs } from '../job/jobs.js';
import { isThere } from '../storage-node/node-choice.rules.js';
import { StorageNodeStore } from '../storage-node/storage-node.store.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { moveJob } from './move-jobs.js';

/** The operator's commands about where repositories lie. */
@Controller()
export class MoveService {
  constructor(
    private readonly store: RepositoryStore,
    private readonly types: RepositoryTypes,
    private readonly nodes: StorageNodes,
    private readonly rows: StorageNodeStore,
    private readonly jobs: Jobs,
    private readonly waiting: JobStore,
    private readonly moves: RepositoryMoveStore,
  ) {}

  @HandlesCall(repositoryCalls.moveRepository)
  async move(_ctx: CallContext, { project, repository, target }: MoveRepository): Promise<AskedForMove> {
    const row = await this.store.findNamed(project, repository);
    if (!row) throw new DomainError('not_found', { reason: 'there is no such repository' });
    if (!this.types.of(row.type).vcs)
      throw new DomainError('invalid', { reason: `repositories of ${row.type} lie on no storage node` });
    if (row.node === target) throw new DomainError('invalid', { reason: `it is at ${target}` });
    const refusal = await this.nodes.refusal(target, row.type);
    if (refusal !== undefined) throw new DomainError('invalid', { reason: refusal });
    const job = await this.jobs.ask(moveJob, { repository: row.uuid, payload: { target } });
    if (!job) throw new DomainError('not_found', { reason: 'there is no such repository' });
    return { job: job.uuid, target: job.payload.target };
  }

  @HandlesCall(repositoryCalls.drainNode)
  async drain(_ctx: CallContext, { node, draining }: DrainNode): Promise<void> {
    if (!(await this.rows.drain(node, draining)))
      throw new DomainError('not_found', { reason: `there is no storage node ${node}` });
  }

  /** What lies on no node and is called after it gets the name of this one. */
  @HandlesCall(repositoryCalls.removeNode)
  async remove(_ctx: CallContext, { node }: RemoveNode): Promise<void> {
    const kinds = this.types.kinds.map(({ id }) => id);
    const known = (await this.rows.all()).find(({ name }) => name === node);
    if (!known) throw new DomainError('not_found', { reason: `there is no storage node ${node}` });
    if (isThere(known))
      throw new DomainError('invalid', { reason: `${node} is there: end its process first` });
    const { repositories = 0 } = (await this.rows.held(kinds)).find((held) => held.node === node) ?? {};
    if (repositories > 0)
      throw new DomainError('invalid', {
        reason: `${node} has ${repositories} repositories, deactivated ones among them: see the operating guide`,
      });
    await this.moves.rename(node, this.nodes.name, kinds);
    await this.waiting.followMoves(node);
    if (!(await this.rows.remove(node, kinds)))
      throw DomainError.unavailable(`${node} is there again, or has got something just now`);
  }
}
