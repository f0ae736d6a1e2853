import { repositoryCalls, toNode, type PrepareRepository } from '@holdfast/contracts';
import { actor, DiskRoom, DomainError, withoutCaller, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { isAway } from '@holdfast/platform/persistence';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { RepositoryStore, type InsertOptions } from '../catalogue/repository.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { CreationTurns } from './creation-turns.js';
import type { Made } from './marks.js';
import { Placement } from './placement.js';

/** Longer than a statement may take: what is not in the database by then never will be. */
const settledAfter = 60_000;
/** A row comes this soon after its directory was asked for (ms): long before anybody settles that. */
const entersWithin = 30_000;
/** Nodes that are tried for one repository: the first ones may have just died. */
const mostNodes = 3;

/** Enters a row. */
type Insert = (row: RepositoryRow) => Promise<void>;

/** Makes repositories whole: directory and row, or neither. The directory may be on another node. */
@Injectable()
export class Creations implements OnApplicationBootstrap, OnModuleDestroy {
  /** Repositories that come from other nodes, or are put in order or away, at this moment (uuids). */
  private readonly inHand = new Set<string>();
  private readonly turns = new CreationTurns();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: RepositoryStore,
    private readonly moves: RepositoryMoveStore,
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly disk: DiskRoom,
    private readonly nodes: StorageNodes,
    private readonly rpc: Rpc,
  ) {}

  /**
   * Answers the row as it is, with the node that the repository got. Waits for the turn of its caller before a
   * directory is begun. `more`: of the transaction in which the row comes.
   * @throws DomainError `reserved` on `id`, `storage_full`, `unavailable`
   */
  async make(
    ctx: CallContext,
    planned: RepositoryRow,
    more: Pick<InsertOptions, 'also' | 'detail'> = {},
  ): Promise<RepositoryRow> {
    if (!this.types.of(planned.type).vcs) {
      await this.mustHaveRoom();
      await this.store.insert(ctx, planned, more);
      return planned;
    }
    return this.turns.run(ctx, () =>
      this.makeInTurn(ctx, planned, (row) => this.store.insert(ctx, row, more)),
    );
  }

  private async makeInTurn(ctx: CallContext, planned: RepositoryRow, insert: Insert): Promise<RepositoryRow> {
    const silent = new Set<string>();
    for (;;) {
      const row = { ...planned, node: await this.nodes.choose(planned.type, silent) };
      const { uuid, type, defaultIdentifier: defaultReference, layout } = row;
      const author = actor(ctx).account.id;
      const wanted = { uuid, type, defaultReference, layout: layout === true, author };
      if (row.node === this.nodes.name) {
        await this.whole(row, this.filling(wanted), () => insert(row));
        return row;
      }
      const until = Date.now() + entersWithin;
      try {
        await this.rpc.call(toNode(repositoryCalls.prepare, row.node), withoutCaller(ctx), wanted);
      } catch (error) {
        silent.add(row.node);
        const isSilent = error instanceof DomainError && error.code === 'unavailable';
        if (!isSilent || silent.size === mostNodes) throw error;
        continue;
      }
      await this.enterElsewhere(ctx, row, until, insert);
      return row;
    }
  }

  /** Makes the directory of a repository that another node answers for; it is marked until its row is seen. */
  async prepare(wanted: PrepareRepository): Promise<void> {
    await this.mustHaveRoom();
    await this.placement.begin(wanted);
    try {
      await this.filling(wanted)(this.placement.directory(wanted));
    } catch (error) {
      await this.placement.discard(wanted);
      throw error;
    }
  }

  /**
   * Makes a directory by `fill`, and then by `enter` the row, with which it ends.
   * @throws DomainError `storage_full`, and what they throw: then there is neither
   */
  async whole<T>(
    made: Made,
    fill: (directory: string) => Promise<void>,
    enter: (directory: string) => Promise<T>,
  ): Promise<T> {
    await this.mustHaveRoom();
    // Whoever sweeps before the row is there would find none.
    if (!this.take(made.uuid)) throw DomainError.unavailable('somebody else has the repository in hand');
    try {
      return await this.entered(made, fill, enter);
    } finally {
      this.letGo(made.uuid);
    }
  }

  private async entered<T>(
    made: Made,
    fill: (directory: string) => Promise<void>,
    enter: (directory: string) => Promise<T>,
  ): Promise<T> {
    await this.placement.begin(made);
    const directory = this.placement.directory(made);
    let isEntering = false;
    let entered: T;
    try {
      await fill(directory);
      isEntering = true;
      entered = await enter(directory);
    } catch (error) {
      // Where the database broke off, the row may have been committed all the same: `sweep` looks later.
      if (!isEntering || !isAway(error)) await this.placement.discard(made);
      throw error;
    }
    await this.placement.keep(made);
    return entered;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        log.warn({ err: error }, 'unsettled creations are left for later'),
      );
    }, settledAfter).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Settles creations that were cut off, by a killed process or a lost database. One that cannot be keeps no other. */
  async sweep(before = Date.now() - settledAfter): Promise<void> {
    for (const made of await this.placement.pending(before))
      await this.inTurn(made, () => this.settle(made)).catch((err: unknown) => {
        if (isAway(err)) throw err;
        log.warn({ err, repository: made.uuid }, 'an unsettled creation is left for later');
      });
  }

  /** Whoever gets true has the repository in hand until he lets it go; false: somebody else has. */
  take(uuid: string): boolean {
    if (this.inHand.has(uuid)) return false;
    this.inHand.add(uuid);
    return true;
  }

  letGo(uuid: string): void {
    this.inHand.delete(uuid);
  }

  /** Does nothing, and answers undefined, where somebody else has the repository in hand. */
  async inTurn<T>({ uuid }: Made, work: () => Promise<T>): Promise<T | undefined> {
    if (!this.take(uuid)) return undefined;
    try {
      return await work();
    } finally {
      this.letGo(uuid);
    }
  }

  private filling({ type, ...options }: PrepareRepository): (directory: string) => Promise<void> {
    const { vcs } = this.types.of(type);
    if (!vcs) throw DomainError.invalid({ type: { invalid: true } });
    return (directory) => vcs.create(directory, options);
  }

  /** Without a row its node removes the directory by itself; the sooner the better. */
  private async enterElsewhere(
    ctx: CallContext,
    row: RepositoryRow,
    until: number,
    insert: Insert,
  ): Promise<void> {
    const { uuid, type, node } = row;
    try {
      if (Date.now() > until) throw DomainError.unavailable('a storage node took too long');
      await insert(row);
    } catch (error) {
      if (!isAway(error)) {
        const discarded = this.rpc.call(toNode(repositoryCalls.discard, node), withoutCaller(ctx), {
          uuid,
          type,
        });
        await discarded.catch((err: unknown) =>
          log.warn({ err, node }, 'a node did not discard a repository'),
        );
      }
      throw error;
    }
  }

  private async mustHaveRoom(): Promise<void> {
    if (!(await this.disk.take(0)))
      throw new DomainError('storage_full', { reason: 'the disk of the server is full' });
  }

  /**
   * What lies here stays if the catalogue says that the repository is here, and goes if not. Answers its node. Whoever
   * calls it has the repository in hand. `attempt`: to move it here, by which alone came what lies here.
   */
  async settle(made: Made, attempt?: string): Promise<string | undefined> {
    const node = await this.moves.settled(made.uuid, this.placement.node, attempt);
    if (node === this.placement.node) {
      await this.placement.keep(made);
      return node;
    }
    const wasThere = await this.placement.holds(made);
    await this.types.find(made.type)?.vcs?.open(this.placement.directory(made)).close();
    await this.placement.discard(made);
    if (wasThere)
      log.info({ repository: made.uuid }, 'removed what a creation or a move that was cut off had left');
    return node;
  }
}
