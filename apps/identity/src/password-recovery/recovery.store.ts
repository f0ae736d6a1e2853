import { randomBytes } from 'node:crypto';
import { sha256 } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountRow } from '../account/account.entity.js';
import { RecoveryRow } from './recovery.entity.js';

export interface Recovery {
  account_uuid: string;
  email: string;
  company_id: string;
}

const byToken = statement<Recovery>(
  'password_recovery_by_token',
  `select r.account_uuid, a.email, c.id as company_id
     from password_recovery r join account a on a.uuid = r.account_uuid join company c on c.uuid = a.company_uuid
    where r.token_hash = $1 and r.expires_at > now() and a.deleted_at is null and c.deleted_at is null`,
);

@Injectable()
export class RecoveryStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Mints a token of 64 hex digits that works for so many hours; undefined when the account's address or password is
   * another meanwhile, or is being changed: such a change ends what was minted before, and nothing comes after it.
   */
  async mint(account: AccountRow, hours: number): Promise<string | undefined> {
    const token = randomBytes(32).toString('hex');
    const made = await this.source.query<unknown[]>(
      `insert into password_recovery (token_hash, account_uuid, created_at, expires_at)
         select $1, uuid, now(), now() + make_interval(hours => $2) from account
          where uuid = $3 and email_key = $4 and password_hash is not distinct from $5::text and deleted_at is null for share
         returning token_hash`,
      [sha256(token), hours, account.uuid, account.email_key, account.password_hash],
    );
    await this.source.query('delete from password_recovery where expires_at < now()');
    return made.length > 0 ? token : undefined;
  }

  async find(token: string): Promise<Recovery | undefined> {
    return /^[0-9a-f]{64}$/.test(token) ? (await byToken(this.source, [sha256(token)])).at(0) : undefined;
  }

  /** Uses the token up; false when somebody else did so meanwhile. */
  async take(tx: EntityManager, token: string): Promise<boolean> {
    return ((await tx.delete(RecoveryRow, { token_hash: sha256(token) })).affected ?? 0) > 0;
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(RecoveryRow, { account_uuid: account });
  }
}
