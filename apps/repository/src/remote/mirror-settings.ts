import { mirrorInterval, type MirrorSent } from '@holdfast/contracts';
import { actor, type CallContext, type Problems } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MirrorNow, RepositoryRow } from '../catalogue/repository.entity.js';
import type { RemoteRow } from './remote.entity.js';
import { RemoteAddresses } from './remote-addresses.js';
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
    const isSame =
      now !== undefined && new URL(now.url).origin === address.origin && (now.username ?? null) === username;
    const { enabled = now?.enabled ?? true } = sent;
    return {
      ...whoOf(ctx),
      ...{ repository: uuid, purpose: 'mirror', direction, url: address.href, username },
      secret: sent.password ? this.secrets.seal(sent.password, uuid) : isSame ? now.secret : null,
      interval: sent.interval ?? now?.interval ?? mirrorInterval.usual,
      ...{ enabled, due: enabled ? new Date() : null, failures: 0 },
      ...{ lastAt: isSame ? now.lastAt : null, error: null },
    };
  }

  /** Writes it down, in the transaction in which the repository changes. */
  async keep(tx: EntityManager, { uuid }: Pick<RepositoryRow, 'uuid'>, wanted: WantedMirror): Promise<void> {
    if (wanted) await this.store.put(tx, wanted);
    else await this.store.remove(uuid, 'mirror', tx);
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
