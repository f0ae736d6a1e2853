import { mirrorInterval, type MirrorSent } from '@holdfast/contracts';
import { actor, uuidv7, type CallContext, type Problems } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MirrorNow, RepositoryRow } from '../catalogue/repository.entity.js';
import { Jobs } from '../job/jobs.js';
import type { RemoteRow } from './remote.entity.js';
import { RemoteAddresses } from './remote-addresses.js';
import { RemoteChanges } from './remote-changes.js';
import { mirrorJob } from './remote-jobs.js';
import { RemoteStore } from './remote.store.js';
import { SealedSecrets } from './sealed-secrets.js';

/** What becomes of the mirror of a repository; the row is null where it is to be none. */
export type WantedMirror = RemoteRow | null;

/** The settings of mirrors, as people change them. */
@Injectable()
export class MirrorSettings {
  constructor(
    private readonly store: RemoteStore,
    private readonly secrets: SealedSecrets,
    private readonly addresses: RemoteAddresses,
    private readonly jobs: Jobs,
    private readonly changes: RemoteChanges,
  ) {}

  /** What was sent, joined with what is there. Undefined: nothing changes, or something is wrong. */
  async wanted(
    ctx: CallContext,
    { uuid }: RepositoryRow,
    sent: MirrorSent | null | undefined,
    problems: Problems,
  ): Promise<WantedMirror | undefined> {
    if (sent === undefined || problems.has('mirror')) return undefined;
    if (sent === null) return null;
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
    return {
      ...who,
      ...{ repository: uuid, purpose: 'mirror', direction, url: address.href, username },
      version: goesOn ? now.version : uuidv7(),
      secret: sent.password ? this.secrets.seal(sent.password, uuid) : isSame ? now.secret : null,
      interval: sent.interval ?? now?.interval ?? mirrorInterval.usual,
      ...{ enabled, due: enabled ? new Date() : null, failures: 0 },
      ...{ lastAt: isSame ? now.lastAt : null, error: null },
    };
  }

  /**
   * Writes it down, in the transaction in which the repository changes, and has a work end that is not wanted any more.
   * Call what it answers when that has ended: then nothing is done any more by what was there before.
   */
  async keep(
    tx: EntityManager,
    { uuid }: Pick<RepositoryRow, 'uuid'>,
    wanted: WantedMirror,
  ): Promise<() => Promise<void>> {
    const now = await this.store.find(uuid, 'mirror', tx);
    if (wanted) await this.store.put(tx, wanted);
    else await this.store.remove(uuid, 'mirror', tx);
    if (now?.version === wanted?.version) return () => Promise.resolve();
    const stopped = await this.jobs.stopIn(tx, mirrorJob, uuid);
    return async () => {
      for (const job of stopped) this.jobs.stopped(job);
      await this.changes.settled(uuid);
    };
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
