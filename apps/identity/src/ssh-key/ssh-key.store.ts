import { randomBytes } from 'node:crypto';
import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, idOrUuid, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { SshKeyRow } from './ssh-key.entity.js';

export const sshKeyList: ListSource = {
  name: 'ssh_key',
  rows: (source) => source.createQueryBuilder(SshKeyRow, 'k').select(columnsOf(SshKeyRow, 'k')),
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

@Injectable()
export class SshKeyStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(SshKeyRow) private readonly keys: Repository<SshKeyRow>,
  ) {}

  list(account: string, query: ListQuery): Promise<Page<SshKeyRow>> {
    return listPage(this.source, sshKeyList, query, [
      { sql: 'k.account_uuid = :account', parameters: { account } },
    ]);
  }

  async find(account: string, name: string): Promise<SshKeyRow | undefined> {
    return (await this.keys.findOneBy({ accountUuid: account, ...idOrUuid(name) })) ?? undefined;
  }

  /** The key as it is now, which nobody changes until the transaction ends. */
  async held(tx: EntityManager, uuid: string): Promise<SshKeyRow | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(SshKeyRow, { where: { uuid }, lock })) ?? undefined;
  }

  /** Whether somebody of the company has the key already. */
  taken(company: string, fingerprint: string): Promise<boolean> {
    return this.keys.existsBy({ companyUuid: company, fingerprint });
  }

  async insert(
    tx: EntityManager,
    given: Pick<SshKeyRow, 'companyUuid' | 'accountUuid' | 'title' | 'content' | 'fingerprint'>,
  ): Promise<SshKeyRow> {
    const now = new Date();
    const row = {
      ...given,
      uuid: uuidv7(),
      id: randomBytes(12).toString('hex'),
      createdAt: now,
      updatedAt: now,
    };
    await reserving({ ssh_key_fingerprint_key: 'content' }, () => tx.insert(SshKeyRow, row));
    return row;
  }

  async rename(tx: EntityManager, row: SshKeyRow, title: string): Promise<SshKeyRow> {
    const changed = { title, updatedAt: new Date() };
    await tx.update(SshKeyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  async remove(tx: EntityManager, row: SshKeyRow): Promise<void> {
    await tx.delete(SshKeyRow, { uuid: row.uuid });
  }
}
