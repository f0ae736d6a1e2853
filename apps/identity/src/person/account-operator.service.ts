import {
  identityCalls,
  loginUnlocked,
  type FoundAccount,
  type LoginUnlocked,
  type NamedAccount,
  type ResetPassword,
} from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { CompanyStore } from '../company/company.store.js';
import { AccountNotices } from '../mail/account-notices.js';
import { CredentialEnd } from '../password-recovery/credential-end.js';
import type { AccountRow } from '../account/account.entity.js';
import { randomPassword } from '../account/account.rules.js';
import { AccountStore } from '../account/account.store.js';
import { PasswordHasher } from '../account/password-hasher.js';

/** The operator's commands on accounts. */
@Controller()
export class AccountOperatorService {
  constructor(
    private readonly source: DataSource,
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly credentials: CredentialEnd,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
    private readonly rpc: Rpc,
  ) {}

  /** A random password; every key of the account ends. */
  @HandlesCall(identityCalls.resetPassword, { command: 'user.reset_password' })
  async resetPassword(ctx: CallContext, named: NamedAccount): Promise<ResetPassword> {
    const account = await this.found(named);
    if (account.type === 'bot')
      throw DomainError.forbidden('an admin of the company sets the password of a bot');
    const password = randomPassword();
    const passwordHash = await this.passwords.hash(ctx, password);
    let before = account;
    const resetting = async (tx: EntityManager) => {
      const now = await this.accounts.lock(tx, account.uuid);
      if (!now || now.deletedAt)
        throw new DomainError('not_found', { reason: 'the account was deactivated' });
      before = now;
      await this.credentials.of(tx, now.uuid);
      return this.accounts.update(tx, now, { passwordHash });
    };
    const after = await audited(this.source, ctx, resetting, byOperator);
    this.notices.changed(before, after, { company: named.company, by: 'the operator of the installation' });
    this.events.changed({ company: account.companyUuid, accounts: [account.uuid] });
    this.forgetFailures(named, account);
    return { company: named.company, login: account.id, password };
  }

  /** Failed logins of the account count no more. */
  @HandlesCall(identityCalls.unlockAccount, { command: 'user.unlock' })
  async unlock(ctx: CallContext, named: NamedAccount): Promise<NamedAccount> {
    const account = await this.found(named);
    await audited(this.source, ctx, () => Promise.resolve(account), byOperator);
    this.forgetFailures(named, account);
    return { company: named.company, login: account.id };
  }

  /** For commands that do something in the name of somebody. */
  @HandlesCall(identityCalls.namedAccount)
  async named(_ctx: CallContext, named: NamedAccount): Promise<FoundAccount> {
    const { uuid, type } = await this.found(named);
    return { account: uuid, bot: type === 'bot' };
  }

  private forgetFailures({ company }: NamedAccount, { id, email }: AccountRow): void {
    this.rpc.publish(loginUnlocked, { company, logins: [id, email] } satisfies LoginUnlocked);
  }

  private async found({ company, login }: NamedAccount): Promise<AccountRow> {
    const scope = await this.companies.find(company);
    if (!scope) throw new DomainError('not_found', { reason: 'there is no company of this id' });
    const account = await this.accounts.findLogin(scope.uuid, login);
    if (!account) throw new DomainError('not_found', { reason: 'the company has no such account' });
    return account;
  }
}

/** The account's company is told. */
const byOperator = { by: ({ companyUuid }: AccountRow) => ({ company: companyUuid }) };
