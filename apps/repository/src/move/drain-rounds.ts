import { log } from '@holdfast/platform/observability';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Jobs } from '../job/jobs.js';
import { RepositoryStorageStore } from '../storage/repository-storage.store.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { moveJob } from './move-jobs.js';

const every = 3_000;
/** What could not be moved is tried again after so long (ms). */
const pause = 5 * 60_000;
/** So many wait for their turn at once. */
const together = 50;
const nobody = '00000000-0000-0000-0000-000000000000';

/** As long as this node is drained, asks for moves of what is on it. */
@Injectable()
export class DrainRounds implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private after = nobody;
  private toldAt = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly nodes: StorageNodes,
    private readonly repositories: RepositoryStorageStore,
    private readonly moves: RepositoryMoveStore,
    private readonly types: RepositoryTypes,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    const round = (): void => void (this.running = this.running.then(() => this.round()).catch(left));
    this.timer = setInterval(round, every).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** All of them come in their turn, again and again. One that cannot be moved holds up none, and comes more rarely. */
  async round(): Promise<void> {
    if (!this.nodes.isDraining) return;
    const { name: node } = this.nodes;
    const kinds = this.types.kinds.map(({ id }) => id);
    const part = await this.repositories.onNode(this.after, node, kinds, together);
    this.after = part.length < together ? nobody : part[together - 1].uuid;
    const left: unknown[] = [];
    for (const each of part) await this.ask(each).catch((error: unknown) => left.push(error));
    if (left.length > 0) this.tell(node, left);
    // What has no directory is where its row says.
    if (part.length === 0) await this.moves.rename(node, this.nodes.chooseAny(), kinds);
  }

  private async ask({ uuid, type }: { uuid: string; type: string }): Promise<void> {
    const latest = await this.jobs.latest(moveJob, uuid);
    if (latest?.state === 'queued' || latest?.state === 'running') return;
    if (latest?.state === 'failed' && Date.now() - Number(latest.endedAt) < pause) return;
    const target = await this.nodes.choose(type);
    await this.jobs.ask(moveJob, { repository: uuid, payload: { target, drained: true } });
  }

  /** Now and then. */
  private tell(node: string, left: unknown[]): void {
    if (Date.now() - this.toldAt < pause) return;
    this.toldAt = Date.now();
    log.warn({ err: left[0], node, repositories: left.length }, 'nobody takes what is on a drained node');
  }
}

const left = (err: unknown): void => log.warn({ err }, 'the drained node keeps what it has for now');
