import { mirrorInterval, type MirrorSent } from '@holdfast/contracts';
import { actor, DomainError, uuidv7, type CallContext, type Problems } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MirrorNow, RepositoryRow } from '../catalogue/repository.entity.js';
import { Jobs } from '../job/jobs.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import type { RemoteRow } from './remote.entity.js';
import { RemoteAddresses } from './remote-addresses.js';
import { RemoteChanges } from './remote-changes.js';
import { mirrorJob } from './remote-jobs.js';
import { RemoteStore } from './remote.store.js';
import { SealedSecrets } from './sealed-secrets.js';

/** What becomes of the mirror of a repository. */
export interface WantedMirror {
  /** Null where it is to be none. */
  row: RemoteRow | null;
  /** The version that it was made from; undefined: there was none. */
  from?: string | undefined;
}

/** The settings of mirrors, as people change them. */
@Injectable()
export class MirrorSettings {
  constructor(
    private readonly store: RemoteStore,
    private readonly secrets: SealedSecrets,
    private readonly addresses: RemoteAddresses,
    private readonly jobs: Jobs,
    private readonly changes: RemoteChanges,
    private readonly local: LocalRepositories,
  ) {}

  /** What was sent, joined with what is there. Undefined: nothing changes, or something is wrong. */
  async wanted(
    ctx: CallContext,
    { uuid }: Pick<RepositoryRow, 'uuid'>,
    sent: MirrorSent | null | undefined,
    problems: Problems,
  ): Promise<WantedMirror | undefined> {
    if (sent === undefined || problems.has('mirror')) return undefined;
    if (sent === null) return { row: null };
    const now = await this.store.find(uuid, 'mirror');
    const { direction = now?.direction, url = now?.url } = sent;
    const username = (sent.username === undefined ? now?.username : sent.username) || null;
    const address = url === undefined ? undefined : this.addresses.of(url);
    if (direction === undefined || url === undefined) problems.add('mirror', { empty: true });
    else if (!address) problems.add('mirror', { invalid: true });
    if (!address || direction === undefined) return undefined;
    const isSame = now?.url === address.href && now.direction === direction && now.username === username;
    const { enabled = now?.enabled ?? true } = sent;
    const who = whoOf(ctx);
    const isOfSame = now?.account === who.account && now.credential === who.credential;
    const goesOn = isSame && isOfSame && !sent.password && now.enabled === enabled;
    // What could not be had from there is asked for by no look of its own, so it is missing still.
    const isMissing = isSame && now.enabled && now.failures === 0;
    const row: RemoteRow = {
      ...who,
      ...{ repository: uuid, purpose: 'mirror', direction, url: address.href, username },
      version: goesOn ? now.version : uuidv7(),
      secret: sent.password ? this.secrets.seal(sent.password, uuid) : isSame ? now.secret : null,
      interval: sent.interval ?? now?.interval ?? mirrorInterval.usual,
      ...{ enabled, due: enabled ? new Date() : null, failures: 0 },
      ...{ lastAt: isSame ? now.lastAt : null, error: isMissing ? now.error : null },
    };
    return { row, from: now?.version };
  }

  /** Writes that of a new repository down, in the transaction in which that is made. */
  begin(tx: EntityManager, row: RemoteRow): Promise<void> {
    return this.store.put(tx, row);
  }

  /**
   * Writes it down, in the transaction in which the repository changes, and has a work end that is not wanted any more.
   * Call what it answers when that has ended: then nothing is done any more by what was there before.
   * @throws DomainError `unavailable` where it is not any more what the wanted one was made from
   */
  async keep(
    tx: EntityManager,
    repository: Pick<RepositoryRow, 'uuid' | 'type'>,
    { row, from }: WantedMirror,
  ): Promise<() => Promise<void>> {
    const { uuid } = repository;
    const now = await this.store.find(uuid, 'mirror', tx);
    if (row && now?.version !== from)
      throw DomainError.unavailable('somebody else has changed the mirror meanwhile, try again');
    if (row) await this.store.put(tx, row);
    else await this.store.remove(uuid, 'mirror', tx);
    if (now?.version === row?.version) return () => Promise.resolve();
    const stopped = await this.jobs.stopIn(tx, mirrorJob, uuid);
    return async () => {
      for (const job of stopped) this.jobs.stopped(job.uuid);
      await this.changes.settled(uuid);
      if (!row?.enabled || row.url !== now?.url) this.tidy(repository);
    };
  }

  /** What a work that was cut off has brought is of use to nobody. It goes once nobody is at work there. */
  private tidy(repository: Pick<RepositoryRow, 'uuid' | 'type'>): void {
    const tidied = this.local.open(repository)?.data.remotes?.tidy();
    tidied?.catch((err: unknown) =>
      log.warn({ err, repository: repository.uuid }, 'what a mirror has left was not removed'),
    );
  }
}

/** As the statements of the catalogue will read it. */
export const nowOf = ({ lastAt, ...row }: RemoteRow): MirrorNow => {
  const { direction, url, username, interval, enabled, error } = row;
  return { direction, url, username, interval, enabled, lastAt: lastAt?.toISOString() ?? null, error };
};

/** In whose name it is done. A bot acts by its key, and people for as long as their account is active. */
export const whoOf = (ctx: CallContext): Pick<RemoteRow, 'account' | 'credential' | 'address'> => {
  const { account, credential } = actor(ctx);
  return {
    account: account.uuid,
    credential: account.type === 'bot' ? credential : null,
    address: ctx.address ?? null,
  };
};
