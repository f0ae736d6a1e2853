import { userOperations, type Input } from '@holdfast/contracts';
import { actor, DomainError, type CallContext } from '@holdfast/kernel';
import { transaction } from '@holdfast/platform/persistence';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountRow } from './account.entity.js';
import { accountValues } from './account.rules.js';
import { AccountStore, type NewAccount } from './account.store.js';
import { personView } from './account.view.js';
import { PasswordHasher } from './password-hasher.js';

@Controller()
export class UserService {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
  ) {}

  @Handles(userOperations.list)
  async list(ctx: CallContext, { list }: Input) {
    const condition = { sql: `a.company_uuid = $1 and a.type = 'user'`, values: [actor(ctx).company.uuid] };
    const { results, more } = await this.accounts.list(list, [condition]);
    return { results: results.map(personView), more };
  }

  @Handles(userOperations.show)
  async show(ctx: CallContext, { id }: Input) {
    return personView(await this.found(ctx, id));
  }

  @Handles(userOperations.create)
  async create(ctx: CallContext, { values, problems }: Input) {
    const company = actor(ctx).company.uuid;
    const { password } = values as { password?: string };
    const given = accountValues(values);
    const taken = await this.accounts.taken(company, given);
    if (taken.id) problems.add('id', { reserved: true });
    if (taken.email) problems.add('email', { reserved: true });
    problems.throwIfAny();
    const password_hash = password ? await this.passwords.hash(password) : null;
    const complete = { ...given, company_uuid: company, type: 'user', password_hash } as NewAccount;
    return personView(await transaction(this.source, (tx) => this.accounts.insert(tx, complete)));
  }

  /** By id or uuid; `me` is the caller. */
  private async found(ctx: CallContext, id: string): Promise<AccountRow> {
    const { company, account } = actor(ctx);
    const row = await this.accounts.find(company.uuid, id === 'me' ? account.uuid : id, ['user']);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
