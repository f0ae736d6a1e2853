import type { Standing } from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { activeAccount } from '../account/account.query.js';
import { passwordStands } from '../account/password-standing.query.js';
import { principalOf } from '../account/principal.view.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { principalOfKey, sessionHolder } from './authenticate.query.js';
import { principalOfSshKey, sshKeyStanding } from '../ssh-key/ssh-key-holder.query.js';
import { sessionOf, sshKeyOf } from '../account/credential.rules.js';

/** Who was let in a while ago, as he is now. */
@Injectable()
export class CallersNow {
  constructor(
    private readonly source: DataSource,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /**
   * To be called before something is done that its caller had to wait for.
   * @throws DomainError `unauthenticated`, `forbidden`: what he was let in with has ended
   */
  async confirm({ company, account, companyAdmin, credential }: Principal): Promise<void> {
    const now = await this.find({ company: company.uuid, account: account.uuid, credential });
    if (!now) throw new DomainError('unauthenticated');
    if (companyAdmin && !now.companyAdmin) throw DomainError.forbidden();
  }

  /**
   * Nobody unless account, company and credential are the ones that were let in. Without a credential: somebody whose
   * account is active, and no bot, which acts by its key.
   */
  async find({ company, account, credential }: Omit<Standing, 'project'>): Promise<Principal | undefined> {
    if (credential === undefined) return this.byItself(company, account);
    const session = sessionOf(credential);
    const sshKey = sshKeyOf(credential);
    const now =
      session !== undefined
        ? await this.byKey(session)
        : sshKey !== undefined
          ? await this.bySshKey(sshKey)
          : await this.byPassword(account);
    const same =
      now?.credential === credential && now.account.uuid === account && now.company.uuid === company;
    return same ? now : undefined;
  }

  private async byItself(company: string, account: string): Promise<Principal | undefined> {
    const found = await activeAccount(this.source, account);
    if (!found || found.account.type === 'bot' || found.company.uuid !== company) return undefined;
    return principalOf(found.account, found.company);
  }

  private async byKey(session: string): Promise<Principal | undefined> {
    const { sessionIdleDays = null, sessionDays = null } = this.env;
    const [row] = await sessionHolder(this.source, [session, sessionIdleDays, sessionDays]);
    return row && principalOfKey(row);
  }

  private async bySshKey(key: string): Promise<Principal | undefined> {
    const [row] = await sshKeyStanding(this.source, [key]);
    return row && principalOfSshKey(row);
  }

  private async byPassword(account: string): Promise<Principal | undefined> {
    const found = await activeAccount(this.source, account);
    if (!found?.account.passwordHash) return undefined;
    if (found.account.type === 'bot' && !(await passwordStands(this.source, account))) return undefined;
    return principalOf(found.account, found.company);
  }
}
