import { log } from '@holdfast/platform/observability';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { Creations } from '../placement/creations.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import type { Made } from '../placement/marks.js';
import { Placement } from '../placement/placement.js';
import { WriteGate } from '../write-gate/write-gate.js';

/** Longer than a gateway may take a repository for where it was (ms). */
const grace = 60_000;
const lookEvery = 10_000;

/** What lies here of repositories that other nodes have: whoever reads it may read on, then it goes. */
@Injectable()
export class OldCopies implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  /** Uuids of repositories whose rows are gone, and whose copies here could not be removed yet. */
  private readonly unremoved = new Set<string>();

  constructor(
    private readonly placement: Placement,
    private readonly moves: RepositoryMoveStore,
    private readonly local: LocalRepositories,
    private readonly creations: Creations,
    private readonly bytes: ByteProcess,
    private readonly gate: WriteGate,
  ) {}

  /** Before anything is done here: of what is marked the catalogue says who has it. */
  async onModuleInit(): Promise<void> {
    for (const made of await this.placement.gone.before(Infinity)) await this.settle(made);
  }

  onApplicationBootstrap(): void {
    const look = (): void => void (this.looking = this.look().catch(left));
    this.timer = setInterval(look, lookEvery).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /** The repository is about to be given to another node: whoever finds the mark asks what came of it. */
  mark(made: Made): Promise<void> {
    return this.placement.gone.set(made);
  }

  /** Asks who has a repository that is marked. From then on nobody here takes it for the node's own, if it is not. */
  async settle(made: Made): Promise<string | undefined> {
    const node = await this.moves.settled(made.uuid, this.placement.node);
    if (node === this.placement.node) {
      this.gate.came(made.uuid);
      await this.placement.gone.clear(made);
    } else if (node === undefined) {
      this.unremoved.add(made.uuid);
      await this.remove(made).catch(left);
    } else this.gate.left(made.uuid, node);
    return node;
  }

  /** Removes an old copy now; whoever calls it has the repository in hand. False: somebody is at work in it. */
  async removeUnused(made: Made): Promise<boolean> {
    const { reads, writes } = await this.bytes.occupants(made.uuid);
    if (reads + writes > 0) return false;
    await this.remove(made);
    return true;
  }

  /** Removes those that nobody needs any more. Open to tests. */
  async look(before = Date.now() - grace): Promise<void> {
    for (const made of await this.placement.gone.before(before)) {
      // Marked, and not yet given away.
      if (this.gate.goneTo(made.uuid) === undefined && !this.unremoved.has(made.uuid)) continue;
      // One that is on its way back is in the hand of whoever takes it in. One that cannot be removed keeps no other.
      if (await this.creations.inTurn(made, () => this.removeUnused(made)).catch(left))
        log.info({ repository: made.uuid }, 'removed the old copy of what has moved');
    }
  }

  private async remove(made: Made): Promise<void> {
    await this.local.open(made)?.data.close();
    await this.placement.discard(made);
    await this.placement.gone.clear(made);
    this.unremoved.delete(made.uuid);
  }
}

const left = (err: unknown): void => log.warn({ err }, 'old copies of what has moved are left for later');
