import { randomBytes } from 'node:crypto';
import { sha256 } from '@holdfast/kernel';
import { transaction } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository, type EntityManager } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { CompanyRow } from '../company/company.entity.js';
import { RecoveryRow } from './recovery.entity.js';

export interface Recovery {
  accountUuid: string;
  email: string;
  companyId: string;
}

@Injectable()
export class RecoveryStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(RecoveryRow) private readonly recoveries: Repository<RecoveryRow>,
  ) {}

  /**
   * Mints a token of 64 hex digits that works for so many hours; undefined when the account's address or password is
   * another meanwhile, or is being changed: such a change ends what was minted before, and nothing comes after it.
   */
  async mint(account: AccountRow, hours: number): Promise<string | undefined> {
    const token = randomBytes(32).toString('hex');
    const made = await transaction(this.source, async (tx) => {
      if (!(await stands(tx, account))) return false;
      await insert(tx, sha256(token), account.uuid, hours);
      return true;
    });
    await this.recoveries.createQueryBuilder().delete().where('expires_at < now()').execute();
    return made ? token : undefined;
  }

  async find(token: string): Promise<Recovery | undefined> {
    if (!/^[0-9a-f]{64}$/.test(token)) return undefined;
    return this.recoveries
      .createQueryBuilder('r')
      .innerJoin(AccountRow, 'a', 'a.uuid = r.accountUuid and a.deletedAt is null')
      .innerJoin(CompanyRow, 'c', 'c.uuid = a.companyUuid and c.deletedAt is null')
      .select(['r.accountUuid as "accountUuid"', 'a.email as email', 'c.id as "companyId"'])
      .where('r.tokenHash = :hash and r.expiresAt > now()', { hash: sha256(token) })
      .getRawOne<Recovery>();
  }

  /** Uses the token up; false when somebody else did so meanwhile. */
  async take(tx: EntityManager, token: string): Promise<boolean> {
    return ((await tx.delete(RecoveryRow, { tokenHash: sha256(token) })).affected ?? 0) > 0;
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(RecoveryRow, { accountUuid: account });
  }
}

/** Whether the account has this address and password still, and goes on having them until the transaction ends. */
const stands = async (tx: EntityManager, { uuid, emailKey, passwordHash }: AccountRow): Promise<boolean> => {
  const where = {
    uuid,
    emailKey: emailKey ?? IsNull(),
    passwordHash: passwordHash ?? IsNull(),
    deletedAt: IsNull(),
  };
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.findOne(AccountRow, { select: { uuid: true }, where, lock })) !== null;
};

/** By the clock of the database, which also says when it is over. */
const insert = (tx: EntityManager, tokenHash: string, accountUuid: string, hours: number): Promise<unknown> =>
  tx
    .createQueryBuilder()
    .insert()
    .into(RecoveryRow)
    .values({
      tokenHash,
      accountUuid,
      createdAt: () => 'now()',
      expiresAt: () => 'now() + make_interval(hours => :hours)',
    })
    .setParameter('hours', hours)
    .execute();
