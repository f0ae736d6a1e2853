import { actor, DiskRoom, DomainError, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { isAway } from '@holdfast/platform/persistence';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import type { Made } from './marks.js';
import { Placement } from './placement.js';

/** Longer than a statement may take: what is not in the database by then never will be. */
const settledAfter = 60_000;

/** Makes repositories whole: directory and row, or neither. */
@Injectable()
export class Creations implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: RepositoryStore,
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly disk: DiskRoom,
  ) {}

  /** @throws DomainError `reserved` on `id`, `storage_full` */
  async make(ctx: CallContext, row: RepositoryRow): Promise<void> {
    const { vcs } = this.types.of(row.type);
    if (!vcs) {
      await this.mustHaveRoom();
      return this.store.insert(ctx, row);
    }
    const { defaultIdentifier: defaultReference, layout } = row;
    const options = { defaultReference, layout: layout === true, author: actor(ctx).account.id };
    const create = (directory: string) => vcs.create(directory, options);
    return this.whole(row, create, () => this.store.insert(ctx, row));
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

  /** Settles creations that were cut off, by a killed process or a lost database. */
  async sweep(before = Date.now() - settledAfter): Promise<void> {
    for (const made of await this.placement.pending(before)) await this.settle(made);
  }

  private async mustHaveRoom(): Promise<void> {
    if (!(await this.disk.take(0)))
      throw new DomainError('storage_full', { reason: 'the disk of the server is full' });
  }

  private async settle(made: Made): Promise<void> {
    if (await this.store.findByUuid(made.uuid)) return this.placement.keep(made);
    await this.types.find(made.type)?.vcs?.open(this.placement.directory(made)).close();
    await this.placement.discard(made);
    log.info({ repository: made.uuid }, 'removed what a creation that was cut off had left');
  }
}
