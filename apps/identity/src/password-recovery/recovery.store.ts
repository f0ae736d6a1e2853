import { randomBytes } from 'node:crypto';
import { sha256 } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RecoveryRow } from './recovery.entity.js';

export interface Recovery {
  account_uuid: string;
  email: string;
  company_id: string;
}

const anHour = 3_600_000;

const byToken = statement<Recovery>(
  'password_recovery_by_token',
  `select r.account_uuid, a.email, c.id as company_id
     from password_recovery r join account a on a.uuid = r.account_uuid join company c on c.uuid = a.company_uuid
    where r.token_hash = $1 and r.expires_at > now() and a.deleted_at is null and c.deleted_at is null`,
);

@Injectable()
export class RecoveryStore {
  constructor(private readonly source: DataSource) {}

  /** Mints a token of 64 hex digits that works for so many hours. */
  async mint(account: string, hours: number): Promise<string> {
    const token = randomBytes(32).toString('hex');
    const now = new Date();
    await this.source.manager.insert(RecoveryRow, {
      token_hash: sha256(token),
      account_uuid: account,
      created_at: now,
      expires_at: new Date(now.getTime() + hours * anHour),
    });
    await this.source.query('delete from password_recovery where expires_at < now()');
    return token;
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
