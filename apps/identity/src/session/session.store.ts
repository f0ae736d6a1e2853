import { randomBytes } from 'node:crypto';
import { sha256, uuidv7, type AccountType, type ListQuery, type Page } from '@holdfast/kernel';
import { listPage, statement, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SessionRow } from './session.entity.js';

export const sessionList: ListSource = {
  name: 'session',
  select: 's.*',
  from: 'session s',
  columns: { id: 's.id', created_at: 's.created_at', last_used_at: 's.last_used_at', address: 's.address' },
  search: { address: 's.address' },
  updatedAt: 's.updated_at',
};

const byId = statement<SessionRow>(
  'session_by_id',
  'select * from session where account_uuid = $1 and id = $2',
);
/** A session that is no more, and whose it was. */
export interface EndedSession {
  id: string;
  uuid: string;
  /** Uuid. */
  company: string;
  account: { id: string; uuid: string; type: AccountType };
}

const ending = (condition: string): string =>
  `delete from session s using account a where a.uuid = s.account_uuid and ${condition}
    returning s.id, s.uuid, a.company_uuid as company,
      json_build_object('id', a.id, 'uuid', a.uuid, 'type', a.type) as account`;
const endByKey = ending('s.key_hash = $1');
const endById = ending('s.account_uuid = $1 and s.id = $2');

const used = statement(
  'session_used',
  `update session set last_used_at = now() where uuid = $1 and last_used_at < now() - interval '1 minute'`,
);

@Injectable()
export class SessionStore {
  constructor(private readonly source: DataSource) {}

  list(account: string, query: ListQuery): Promise<Page<SessionRow>> {
    return listPage(this.source, sessionList, query, [{ sql: 's.account_uuid = $1', values: [account] }]);
  }

  async find(account: string, id: string): Promise<SessionRow | undefined> {
    return (await byId(this.source, [account, id]))[0];
  }

  /** Mints an account key; it is answered here and known to nobody afterwards. */
  async mint(tx: EntityManager, account: string, address: string): Promise<{ key: string; row: SessionRow }> {
    const key = randomBytes(16).toString('hex');
    const now = new Date();
    const row: SessionRow = {
      uuid: uuidv7(),
      account_uuid: account,
      id: randomBytes(12).toString('hex'),
      key_hash: sha256(key),
      address,
      created_at: now,
      updated_at: now,
      last_used_at: now,
    };
    await tx.insert(SessionRow, row);
    return { key, row };
  }

  async endByKey(tx: EntityManager, keyHash: string): Promise<EndedSession | undefined> {
    return (await tx.query<[EndedSession[], number]>(endByKey, [keyHash]))[0].at(0);
  }

  async endById(tx: EntityManager, account: string, id: string): Promise<EndedSession | undefined> {
    return (await tx.query<[EndedSession[], number]>(endById, [account, id]))[0].at(0);
  }

  /** Removes the account's sessions that are over by the installation's lifetimes; undefined: no limit. */
  async dropExpired(
    tx: EntityManager,
    account: string,
    { sessionIdleDays, sessionDays }: { sessionIdleDays?: number; sessionDays?: number },
  ): Promise<void> {
    if (sessionIdleDays === undefined && sessionDays === undefined) return;
    await tx.query(
      `delete from session where account_uuid = $1
          and (last_used_at <= now() - make_interval(days => $2) or created_at <= now() - make_interval(days => $3))`,
      [account, sessionIdleDays ?? null, sessionDays ?? null],
    );
  }

  /** All keys of an account stop working. */
  async endAll(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(SessionRow, { account_uuid: account });
  }

  async touch(uuid: string): Promise<void> {
    await used(this.source, [uuid]);
  }
}
