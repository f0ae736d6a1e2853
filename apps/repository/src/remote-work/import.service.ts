import { rm } from 'node:fs/promises';
import { repositoryChanged, repositoryOperations, validated, type Input } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  projectOf,
  repositoryOf,
  shareOf,
  uuidv7,
  within,
  type CallContext,
  type Problems,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Handles } from '@holdfast/platform/service-host';
import { uploadIn, type VcsRepository } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { Jobs } from '../job/jobs.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { readingOf } from '../placement/reading-of.js';
import { refuseReadOnly } from '../ref-change/ref-caller.js';
import { ForkOrigins } from '../repository/fork-origins.js';
import { RepositoryViews } from '../repository/repository-views.js';
import type { RepositoryView } from '../repository/repository.view.js';
import { whoOf } from '../remote/mirror-settings.js';
import { RemoteAddresses } from '../remote/remote-addresses.js';
import { RemoteChanges } from '../remote/remote-changes.js';
import { importJob, mirrorJob } from '../remote/remote-jobs.js';
import { RemoteStore } from '../remote/remote.store.js';
import { SealedSecrets } from '../remote/sealed-secrets.js';
import { isEmpty } from './emptiness.js';

/** So long a stop waits until what ran has ended (ms). */
const patience = 3_000;

type NewImport = Input<typeof repositoryOperations.import>;

/** Has empty repositories filled from elsewhere. */
@Controller()
export class ImportService {
  constructor(
    private readonly store: RepositoryStore,
    private readonly remotes: RemoteStore,
    private readonly secrets: SealedSecrets,
    private readonly addresses: RemoteAddresses,
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly jobs: Jobs,
    private readonly changes: RemoteChanges,
    private readonly origins: ForkOrigins,
    private readonly views: RepositoryViews,
    private readonly rpc: Rpc,
  ) {}

  @Handles(repositoryOperations.import)
  async import(ctx: CallContext, input: NewImport): Promise<RepositoryView> {
    refuseReadOnly(ctx);
    const { uuid } = repositoryOf(ctx);
    const data = this.importable(ctx);
    const address = this.addressOf(input, input.problems);
    if (!(await this.isFree(ctx, data))) input.problems.add('id', { locked: true });
    const { username, password } = validated(input);
    if (!address) throw new Error('an import without an address passed the validation');
    const remote = {
      ...whoOf(ctx),
      ...{ repository: uuid, purpose: 'import' as const, direction: 'pull' as const, url: address.href },
      version: uuidv7(),
      username: username || null,
      secret: password ? this.secrets.seal(password, uuid) : null,
      ...{ interval: 0, enabled: true, due: null, failures: 0, lastAt: null, error: null },
    };
    const asked = { repository: uuid, payload: {}, by: shareOf(actor(ctx)) };
    const row = await this.store.update(
      ctx,
      uuid,
      (now) => {
        if (now.mirror === 'pull') throw DomainError.deactivated();
        return { imported: true };
      },
      async (tx) => {
        // Others may have asked for one meanwhile; from now on they wait for this row.
        if (await this.jobs.isOpen(tx, importJob, uuid)) throw DomainError.invalid({ id: { locked: true } });
        await this.remotes.put(tx, remote);
        await this.jobs.enter(importJob, asked, tx);
        return true;
      },
    );
    if (!row) throw DomainError.deactivated();
    await this.jobs.wake(row.node);
    return this.shown(ctx, row);
  }

  @Handles(repositoryOperations.stop_import)
  async stop(ctx: CallContext): Promise<RepositoryView> {
    const { uuid } = repositoryOf(ctx);
    const data = this.importable(ctx);
    let hadRemote = false;
    let stopped: Awaited<ReturnType<Jobs['stopIn']>> = [];
    const row = await this.store.update(
      ctx,
      uuid,
      () => ({}),
      async (tx) => {
        hadRemote = await this.remotes.remove(uuid, 'import', tx);
        stopped = await this.jobs.stopIn(tx, importJob, uuid);
        return hadRemote || stopped.length > 0;
      },
    );
    if (!row) throw DomainError.deactivated();
    for (const job of stopped) this.jobs.stopped(job.uuid);
    await Promise.all([this.changes.settled(uuid), this.haveEnded(stopped)]);
    // One that is at work finds that it is not wanted any more, and leaves nothing.
    const isAtWork = stopped.some(({ state }) => state === 'running');
    const job = await this.jobs.latest(importJob, uuid);
    const isLeft = hadRemote || (job !== undefined && job.state !== 'done');
    if (isLeft && !isAtWork) await this.tidy(row, data);
    return this.shown(ctx, row);
  }

  /** Mostly they end at once. It waits for them no longer than people would like to. */
  private async haveEnded(stopped: readonly { uuid: string }[]): Promise<void> {
    const all: Promise<unknown> = Promise.all(stopped.map(({ uuid }) => this.jobs.over(uuid)));
    await within(patience, all, () => undefined);
  }

  /** @throws DomainError where the kind cannot */
  private importable(ctx: CallContext): VcsRepository {
    const data = this.local.open(repositoryOf(ctx))?.data;
    if (!data?.remotes) throw DomainError.invalid({ repository: { invalid: true } });
    return data;
  }

  private async tidy(row: RepositoryRow, data: VcsRepository): Promise<void> {
    await rm(uploadIn(this.placement.directory(row)), { force: true });
    // What a mirror brings lies in the same place, and begins by removing what is of somebody else.
    const mirror = await this.jobs.latest(mirrorJob, row.uuid);
    if (mirror?.state !== 'running') await data.remotes?.tidy();
  }

  private addressOf({ values: { url } }: NewImport, problems: Problems): URL | undefined {
    const address = url === undefined ? undefined : this.addresses.of(url);
    if (url !== undefined && !address) problems.add('url', { invalid: true });
    return address;
  }

  /** Whether there is nothing yet, and nothing comes. */
  private async isFree(ctx: CallContext, data: VcsRepository): Promise<boolean> {
    const [job, hasNothing] = await Promise.all([
      this.jobs.latest(importJob, repositoryOf(ctx).uuid),
      isEmpty(data, readingOf(ctx)),
    ]);
    const isComing = job?.state === 'queued' || job?.state === 'running';
    return hasNothing && !isComing;
  }

  private async shown(ctx: CallContext, { uuid }: RepositoryRow): Promise<RepositoryView> {
    const row = await this.store.findByUuid(uuid);
    if (!row) throw DomainError.notFound();
    this.rpc.tell(repositoryChanged, { project: row.project, repository: uuid });
    const [shown] = await this.origins.shown(ctx, [row]);
    return this.views.of(ctx, shown, projectOf(ctx));
  }
}
