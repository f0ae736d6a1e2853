import { rm } from 'node:fs/promises';
import type { Standing } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { ownContext } from '@holdfast/platform/rpc';
import {
  uploadIn,
  VcsRefusal,
  type BroughtFile,
  type Remotes,
  type RemoteSource,
  type RemoteWork,
} from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { isTriedAgain } from '../job/job-outcome.js';
import { JobFailure, JobKinds, type JobAtWork } from '../job/job-kinds.js';
import { toldReason } from '../job/told-reason.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import type { RemoteRow } from '../remote/remote.entity.js';
import { Placement } from '../placement/placement.js';
import { Retries } from '../ref-change/retries.js';
import { RemoteChanges } from '../remote/remote-changes.js';
import { importJob, mirrorJob, type Came } from '../remote/remote-jobs.js';
import { RemoteStore } from '../remote/remote.store.js';
import { SealedSecrets } from '../remote/sealed-secrets.js';
import type { TransferCaller } from '../transfer/transfer-caller.js';
import { storageOwnerOf, WriterStandings, type WriterStanding } from '../transfer/writer-standings.js';
import { IncomingPublisher, mustAdminister, type IncomingTarget } from './incoming-publisher.js';
import { nextLook } from './mirror-pace.rules.js';
import { noteAfter, type RemoteLook } from './remote-look.js';
import { whileAllowed } from './while-allowed.js';

type RemoteJob = JobAtWork<{ file?: boolean }>;

/** What is known of a work once it may be done. */
interface Allowed {
  remotes: Remotes;
  source: RemoteSource;
  work: RemoteWork;
  target: IncomingTarget;
}

/** What an account may do is asked for so long (ms). */
const patience = 10_000;

/** Brings what is elsewhere into repositories, and what is here to repositories elsewhere. */
@Injectable()
export class RemoteWorks implements OnApplicationShutdown {
  private readonly retries = new Retries();

  constructor(
    kinds: JobKinds,
    private readonly store: RemoteStore,
    private readonly secrets: SealedSecrets,
    private readonly writers: WriterStandings,
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly publisher: IncomingPublisher,
    private readonly changes: RemoteChanges,
  ) {
    kinds.add(importJob, (job) => this.import(job), {
      remove: async (repository) => this.over(repository, await this.store.find(repository.uuid, 'import')),
      left: (node) => this.store.importsWithout(importJob, node),
    });
    kinds.add(mirrorJob, (job) => this.mirror(job));
  }

  onApplicationShutdown(): void {
    this.retries.end();
  }

  private async import(job: RemoteJob): Promise<Came> {
    const remote = await this.store.find(job.repository.uuid, 'import');
    if (!remote) throw new JobFailure('it was stopped');
    let came: Came;
    try {
      const allowed = await this.allowed(job, remote);
      const { file = false } = job.payload;
      const source = file ? { file: this.uploadOf(job.repository) } : allowed.source;
      ({ came } = await this.bring(allowed, source));
    } catch (error) {
      // Where a part is away it is tried again with what is there. Whoever stops it has removed its row.
      const isTried = job.signal.aborted || isTriedAgain(error, job.attempt);
      const goesOn = isTried && (await this.store.find(job.repository.uuid, 'import'));
      if (!goesOn) await this.end(job, remote);
      throw error;
    }
    await this.end(job, remote);
    return came;
  }

  private async mirror(job: RemoteJob): Promise<Came> {
    const remote = await this.store.find(job.repository.uuid, 'mirror');
    if (!remote?.enabled) return null;
    const { direction } = remote;
    let brought: RemoteLook = { came: null, isNews: false };
    try {
      const allowed = await this.allowed(job, remote);
      if (direction === 'pull') brought = await this.bring(allowed, allowed.source);
      else await this.give(allowed);
    } catch (error) {
      const reason = toldReason(isSaid(error) ? error.message : undefined);
      if (!job.signal.aborted)
        await this.store.settle(remote, { error: reason, next: nextLook(remote, remote.failures + 1) });
      throw error;
    }
    const note = noteAfter(remote, brought);
    const next = direction === 'pull' ? { next: remote.interval } : {};
    await this.store.settle(remote, { ...next, ...(note === undefined ? {} : { note }) });
    return brought.came;
  }

  private async give({ remotes, source, work, target }: Allowed): Promise<void> {
    await this.changes.during(target.repository, async () => {
      if (await target.isWanted())
        await this.lasting(work, target, async (task) => remotes.push?.(source, task));
    });
  }

  /**
   * A remote may take half an hour before it hears what is here, which others may have changed since, and days in all.
   */
  private lasting<T>(
    work: RemoteWork,
    { standing, repository }: IncomingTarget,
    does: (task: RemoteWork) => Promise<T>,
  ): Promise<T> {
    const ask = (): Promise<unknown> => this.writer(standing, repository);
    const isEnd = (error: unknown): boolean => error instanceof JobFailure;
    const { signal } = work;
    return whileAllowed({ signal, ask, isEnd }, (ending) => does({ ...work, signal: ending }));
  }

  private async bring(
    { remotes, work, target }: Allowed,
    source: RemoteSource | BroughtFile,
  ): Promise<RemoteLook> {
    const incoming = await this.lasting(work, target, (task) => remotes.fetch(source, task));
    try {
      work.tell({ percent: 97, doing: 'references are changed' });
      await this.publisher.publish(incoming, target);
      const { note, updates } = incoming;
      return { came: note === undefined ? null : { note }, isNews: updates.length > 0 };
    } finally {
      await incoming.discard();
    }
  }

  /** @throws JobFailure where whoever asked for it may not do it any more */
  private async allowed(
    { repository, signal, tell, crawls }: RemoteJob,
    remote: RemoteRow,
  ): Promise<Allowed> {
    const { uuid, company, project } = repository;
    const { account, credential, secret, username, url } = remote;
    const standing: Standing = { company, project, account, ...(credential === null ? {} : { credential }) };
    const writer = await this.writer(standing, uuid);
    const opened = this.local.open(repository);
    const remotes = opened?.data.remotes;
    if (!opened || !remotes) throw deactivated();
    const storage = storageOf(writer);
    const password = secret === null ? undefined : this.secrets.open(secret, uuid);
    if (secret !== null && password === undefined)
      throw new JobFailure('the password cannot be read any more: give it again');
    const address = remote.address ?? undefined;
    const principal: TransferCaller = {
      ...{ requestId: ownContext('repository', patience).requestId, standing },
      ...(address === undefined ? {} : { address }),
      ...(storage ? { storage } : {}),
    };
    const { kind, data } = opened;
    return {
      remotes,
      source: {
        url,
        ...(username === null ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
      work: { signal, tell, ...(crawls && { crawls }), principal, metered: storage !== undefined },
      target: {
        ...{ standing, kind, data, repository: uuid, mustBeEmpty: remote.purpose === 'import' },
        isWanted: async () => (await this.store.find(uuid, remote.purpose))?.version === remote.version,
        ...(address === undefined ? {} : { address }),
      },
    };
  }

  /** In whose name it is done, as he is now. @throws JobFailure where he may not have it done any more */
  private async writer(standing: Standing, repository: string): Promise<ReturnType<typeof mustAdminister>> {
    const writer = await this.writers.of(ownContext('repository', patience), standing, repository);
    if (!writer) throw deactivated();
    return mustAdminister(writer);
  }

  private uploadOf(repository: RepositoryRow): string {
    return uploadIn(this.placement.directory(repository));
  }

  /**
   * What has become of an import is known, whatever happens to what it leaves: to do it again would not help. That is
   * removed when it can be, at the latest after the next start, which finds the row.
   */
  private async end({ repository, uuid: job }: RemoteJob, remote: RemoteRow): Promise<void> {
    await this.over(repository, remote).catch((err: unknown) => {
      log.warn(
        { err, job, repository: repository.uuid },
        'what an import left could not be removed, which is tried again',
      );
      this.retries.begin(async () => {
        if (await this.placement.holds(repository)) await this.tidy(repository);
        await this.store.removeExactly(remote);
      });
    });
  }

  /** Nothing of an import is kept but what was published. Its password goes also where files cannot be removed. */
  private async over(repository: RepositoryRow, remote: RemoteRow | undefined): Promise<void> {
    try {
      await rm(this.uploadOf(repository), { force: true });
      await this.tidy(repository);
    } catch (error) {
      if (remote) await this.store.forgetSecret(remote);
      throw error;
    }
    if (remote) await this.store.removeExactly(remote);
  }

  /** Where somebody else brings something meanwhile it is left to him. */
  private async tidy(repository: RepositoryRow): Promise<void> {
    await this.local.open(repository)?.data.remotes?.tidy();
  }
}

/** @throws JobFailure */
export const storageOf = (writer: WriterStanding): TransferCaller['storage'] => {
  const { project, row } = mustAdminister(writer);
  return storageOwnerOf(row, project);
};

const deactivated = (): JobFailure => new JobFailure('the repository is deactivated');

const isSaid = (error: unknown): error is Error => error instanceof JobFailure || error instanceof VcsRefusal;
