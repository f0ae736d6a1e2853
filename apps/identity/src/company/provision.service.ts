import {
  identityCalls,
  problemOf,
  shortName,
  text,
  User,
  type CreateCompany,
  type CreatedCompany,
} from '@holdfast/contracts';
import { Problems, type CallContext } from '@holdfast/kernel';
import { transaction } from '@holdfast/platform/persistence';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { randomPassword } from '../account/account.rules.js';
import { AccountStore } from '../account/account.store.js';
import { PasswordHasher } from '../account/password-hasher.js';
import { CompanyKeys } from './company-keys.js';
import { CompanyStore } from './company.store.js';

const companyId = shortName({ reserved: ['api', 'assets', 'docs', 'health', 'login', 'metrics'] });
const companyName = text({ min: 2, max: 100 });

/** The operator's commands on companies; the broker lets nobody else call them. */
@Controller()
export class ProvisionService {
  constructor(
    private readonly source: DataSource,
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly keys: CompanyKeys,
  ) {}

  /** Makes a company and its first admin, whose password is answered this once. */
  @HandlesCall<CreateCompany>(identityCalls.createCompany)
  async create(
    _ctx: CallContext,
    { id, name = id, login = 'admin' }: CreateCompany,
  ): Promise<CreatedCompany> {
    const problems = new Problems();
    const checks = {
      id: [companyId, id],
      name: [companyName, name],
      login: [User.attributes.id, login],
    } as const;
    for (const [attribute, [rule, value]] of Object.entries(checks)) {
      const problem = value === '' ? { empty: true as const } : problemOf(rule, value);
      if (problem) problems.add(attribute, problem);
    }
    if (!problems.has('id') && (await this.companies.find(id))) problems.add('id', { reserved: true });
    problems.throwIfAny();
    const password = randomPassword();
    const password_hash = await this.passwords.hash(password);
    const company = await transaction(this.source, async (tx) => {
      const made = await this.companies.insert(tx, { id, name });
      await this.accounts.insert(tx, {
        company_uuid: made.uuid,
        type: 'user',
        id: login,
        email: `${login}@${id.toLowerCase().replaceAll('_', '-')}.invalid`,
        company_admin: true,
        password_hash,
      });
      return made;
    });
    return { company: id, company_key: this.keys.of(company), login, password };
  }
}
