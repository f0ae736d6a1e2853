import { randomBytes } from 'node:crypto';
import { isUuid, uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import { listPage, reserving, statement, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SshKeyRow } from './ssh-key.entity.js';

export const sshKeyList: ListSource = {
  name: 'ssh_key',
  select: 'k.*',
  from: 'ssh_key k',
  columns: {
    id: 'k.id',
    title: 'k.title',
    fingerprint: 'k.fingerprint',
    created_at: 'k.created_at',
    updated_at: 'k.updated_at',
    uuid: 'k.uuid',
  },
  search: { title: 'k.title' },
  updatedAt: 'k.updated_at',
};

const byId = statement<SshKeyRow>(
  'ssh_key_by_id',
  'select * from ssh_key where account_uuid = $1 and id = $2',
);
const byUuid = statement<SshKeyRow>(
  'ssh_key_by_uuid',
  'select * from ssh_key where account_uuid = $1 and uuid = $2',
);

@Injectable()
export class SshKeyStore {
  constructor(private readonly source: DataSource) {}

  list(account: string, query: ListQuery): Promise<Page<SshKeyRow>> {
    return listPage(this.source, sshKeyList, query, [{ sql: 'k.account_uuid = $1', values: [account] }]);
  }

  async find(account: string, id: string): Promise<SshKeyRow | undefined> {
    return (await (isUuid(id) ? byUuid : byId)(this.source, [account, id])).at(0);
  }

  /** Whether somebody of the company has the key already. */
  async taken(company: string, fingerprint: string): Promise<boolean> {
    const found: unknown[] = await this.source.query(
      'select from ssh_key where company_uuid = $1 and fingerprint = $2',
      [company, fingerprint],
    );
    return found.length > 0;
  }

  async insert(
    tx: EntityManager,
    given: Pick<SshKeyRow, 'company_uuid' | 'account_uuid' | 'title' | 'content' | 'fingerprint'>,
  ): Promise<SshKeyRow> {
    const now = new Date();
    const row = {
      ...given,
      uuid: uuidv7(),
      id: randomBytes(12).toString('hex'),
      created_at: now,
      updated_at: now,
    };
    await reserving({ ssh_key_fingerprint_key: 'content' }, () => tx.insert(SshKeyRow, row));
    return row;
  }

  async rename(tx: EntityManager, row: SshKeyRow, title: string): Promise<SshKeyRow> {
    const changed = { title, updated_at: new Date() };
    await tx.update(SshKeyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  async remove(tx: EntityManager, row: SshKeyRow): Promise<void> {
    await tx.delete(SshKeyRow, { uuid: row.uuid });
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(SshKeyRow, { account_uuid: account });
  }
}
