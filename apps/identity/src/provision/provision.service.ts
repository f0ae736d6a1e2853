import {
  Company,
  identityCalls,
  problemOf,
  User,
  type CreateCompany,
  type CreatedCompany,
  type DeactivatedCompany,
  type LimitCompany,
  type ListCompanies,
  type ListedCompanies,
  type NamedCompany,
  type RotatedKey,
} from '@holdfast/contracts';
import { DomainError, Problems, timestamp, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { randomPassword } from '../account/account.rules.js';
import { AccountStore } from '../account/account.store.js';
import { PasswordHasher } from '../account/password-hasher.js';
import { CompanyKeys } from '../company/company-keys.js';
import { companySummaries } from './company-summary.query.js';
import type { CompanyRow } from '../company/company.entity.js';
import { CompanyStore } from '../company/company.store.js';
import { storageView } from '../company/storage.view.js';

const pageSize = 500;

/**
 * The operator's commands on companies; the broker lets nobody else but gateways call them, and those have no route.
 */
@Controller()
export class ProvisionService {
  constructor(
    private readonly source: DataSource,
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly keys: CompanyKeys,
    private readonly events: AccessEvents,
  ) {}

  /** Makes a company and its first admin, whose password is answered this once. */
  @HandlesCall(identityCalls.createCompany, { command: 'company.create' })
  async create(ctx: CallContext, { id, name = id, login = 'admin' }: CreateCompany): Promise<CreatedCompany> {
    const problems = new Problems();
    const checks = {
      id: [Company.attributes.id, id],
      name: [Company.attributes.name, name],
      login: [User.attributes.id, login],
    } as const;
    for (const [attribute, [rule, value]] of Object.entries(checks)) {
      const problem = value === '' ? { empty: true as const } : problemOf(rule, value);
      if (problem) problems.add(attribute, problem);
    }
    if (!problems.has('id') && (await this.companies.exists(id))) problems.add('id', { reserved: true });
    problems.throwIfAny();
    const password = randomPassword();
    const passwordHash = await this.passwords.hash(ctx, password);
    const making = async (tx: EntityManager) => {
      const made = await this.companies.insert(tx, { id, name });
      await this.accounts.insert(tx, {
        companyUuid: made.uuid,
        type: 'user',
        id: login,
        email: firstAddress(login, id),
        companyAdmin: true,
        passwordHash,
      });
      return made;
    };
    const company = await audited(this.source, ctx, making, byOperator);
    return { company: id, company_key: this.keys.of(company), login, password };
  }

  @HandlesCall(identityCalls.listCompanies)
  async list(_ctx: CallContext, { after = '' }: ListCompanies): Promise<ListedCompanies> {
    const rows = await companySummaries(this.source, after, pageSize + 1);
    const companies = rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      uuid: row.uuid,
      name: row.name,
      users: row.users,
      projects: row.projects,
      ...storageView(row),
      created_at: timestamp(row.createdAt),
      ...(row.deletedAt ? { deleted_at: timestamp(row.deletedAt) } : {}),
    }));
    return { companies, more: rows.length > pageSize };
  }

  /** Nobody of the company is let in any more; its id is free again. */
  @HandlesCall(identityCalls.deactivateCompany, { command: 'company.deactivate' })
  async deactivate(ctx: CallContext, { company }: NamedCompany): Promise<DeactivatedCompany> {
    const ending = async (tx: EntityManager) => this.companies.deactivate(tx, await this.held(tx, company));
    const row = await audited(this.source, ctx, ending, byOperator);
    this.events.changed({ company: row.uuid });
    return { company: row.id, old_id: company };
  }

  /** The old company key ends at once. */
  @HandlesCall(identityCalls.rotateKey, { command: 'company.rotate_key' })
  async rotateKey(ctx: CallContext, { company }: NamedCompany): Promise<RotatedKey> {
    const rotating = async (tx: EntityManager) => this.companies.rotateKey(tx, await this.held(tx, company));
    const row = await audited(this.source, ctx, rotating, byOperator);
    this.events.changed({ company: row.uuid });
    return { company, company_key: this.keys.of(row) };
  }

  /** Gateways hear of it, since what they know of projects says whether a limit is over them. */
  @HandlesCall(identityCalls.limitCompany, { command: 'company.limit_storage' })
  async limit(ctx: CallContext, { company, storage_limit: limit }: LimitCompany): Promise<LimitCompany> {
    const problem = problemOf(Company.attributes.storage_limit, limit);
    if (problem) throw DomainError.invalid({ storage_limit: problem });
    const limiting = async (tx: EntityManager) => {
      const held = await this.held(tx, company);
      await this.companies.limit(tx, held, limit);
      return held;
    };
    const detail = () => ({ storage_limit: limit });
    const row = await audited(this.source, ctx, limiting, { ...byOperator, detail });
    this.events.changed({ company: row.uuid });
    return { company, storage_limit: limit };
  }

  private async held(tx: EntityManager, id: string): Promise<CompanyRow> {
    const row = await this.companies.lock(tx, id);
    if (!row) throw new DomainError('not_found', { reason: 'there is no company of this id' });
    return row;
  }
}

/** Its own company is told. */
const byOperator = { by: ({ uuid }: CompanyRow) => ({ company: uuid }) };

/** An address that leads nowhere: the admin sets his own. */
const firstAddress = (login: string, company: string): string =>
  `${login}@${company.toLowerCase().replaceAll('_', '-')}.invalid`;
