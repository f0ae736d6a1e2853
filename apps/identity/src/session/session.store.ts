import { randomBytes } from 'node:crypto';
import { sha256, uuidv7, type AccountType, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, listPage, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { SessionRow } from './session.entity.js';
import { endSomeSessions, makeSessionRoom } from './session-removal.query.js';

export const sessionList: ListSource = {
  name: 'session',
  rows: (source) => source.createQueryBuilder(SessionRow, 's').select(columnsOf(SessionRow, 's')),
  columns: { id: 's.id', created_at: 's.created_at', last_used_at: 's.last_used_at', address: 's.address' },
  search: { address: 's.address' },
  updatedAt: 's.updated_at',
};

/** A session that is no more, and whose it was. */
export interface EndedSession {
  id: string;
  uuid: string;
  /** Uuid. */
  company: string;
  account: { id: string; uuid: string; type: AccountType };
}

@Injectable()
export class SessionStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(SessionRow) private readonly sessions: Repository<SessionRow>,
  ) {}

  list(account: string, query: ListQuery): Promise<Page<SessionRow>> {
    return listPage(this.source, sessionList, query, [
      { sql: 's.account_uuid = :account', parameters: { account } },
    ]);
  }

  async find(account: string, id: string): Promise<SessionRow | undefined> {
    return (await this.sessions.findOneBy({ accountUuid: account, id })) ?? undefined;
  }

  /** Mints an account key; it is answered here and known to nobody afterwards. */
  async mint(tx: EntityManager, account: string, address: string): Promise<{ key: string; row: SessionRow }> {
    const key = randomBytes(16).toString('hex');
    const now = new Date();
    const row: SessionRow = {
      uuid: uuidv7(),
      accountUuid: account,
      id: randomBytes(12).toString('hex'),
      keyHash: sha256(key),
      address,
      createdAt: now,
      updatedAt: now,
      lastUsedAt: now,
    };
    await tx.insert(SessionRow, row);
    return { key, row };
  }

  isKey(keyHash: string): Promise<boolean> {
    return this.sessions.existsBy({ keyHash });
  }

  endByKey(tx: EntityManager, keyHash: string): Promise<EndedSession | undefined> {
    return ended(tx, { keyHash });
  }

  endById(tx: EntityManager, account: string, id: string): Promise<EndedSession | undefined> {
    return ended(tx, { accountUuid: account, id });
  }

  /**
   * Removes the account's sessions that are over by the installation's lifetimes (undefined: no limit), and of too many
   * those that are unused for the longest.
   */
  async makeRoom(
    tx: EntityManager,
    account: string,
    { sessionIdleDays, sessionDays }: { sessionIdleDays?: number; sessionDays?: number },
  ): Promise<void> {
    await makeSessionRoom(tx, [account, sessionIdleDays ?? null, sessionDays ?? null]);
  }

  /** All keys of an account stop working. */
  async endAll(tx: EntityManager, account: string): Promise<void> {
    for (let last: string | null = ''; last !== null;)
      [{ last }] = await endSomeSessions(tx, [account, last]);
  }

  /** Notes the use of a key, once a minute. */
  async touch(uuid: string): Promise<void> {
    await this.sessions
      .createQueryBuilder()
      .update()
      .set({ lastUsedAt: () => 'now()' })
      .where(`uuid = :uuid and last_used_at < now() - interval '1 minute'`, { uuid })
      .execute();
  }
}

/** Held first: of two that end it one finds it gone. */
const ended = async (
  tx: EntityManager,
  where: FindOptionsWhere<SessionRow>,
): Promise<EndedSession | undefined> => {
  const row = await tx.findOne(SessionRow, { where, lock: { mode: 'pessimistic_write' } });
  if (!row) return undefined;
  await tx.delete(SessionRow, { uuid: row.uuid });
  const { uuid, id, type, companyUuid } = await tx.findOneByOrFail(AccountRow, { uuid: row.accountUuid });
  return { id: row.id, uuid: row.uuid, company: companyUuid, account: { id, uuid, type } };
};
