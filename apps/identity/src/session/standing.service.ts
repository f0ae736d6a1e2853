import { identityCalls, type Standing, type StandingAnswer } from '@holdfast/contracts';
import type { CallContext, Principal } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStore } from '../account/account.store.js';
import { principalOf } from '../account/principal.view.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { projectStanding } from '../project/project.query.js';
import { principalOfKey, sessionHolder } from './authenticate.query.js';
import { sessionOf } from './credential.rules.js';

/** Answers whether somebody who was let in a while ago may still act, from what holds at this moment. */
@Controller()
export class StandingService {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: AccountStore,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /** Two statements at once: the caller, and how his account stands to the project. */
  @HandlesCall<Standing>(identityCalls.standing)
  async standing(_ctx: CallContext, asked: Standing): Promise<StandingAnswer> {
    const { company, account, project: uuid } = asked;
    const [caller, project] = await Promise.all([
      this.caller(asked),
      uuid === undefined ? undefined : projectStanding(this.source, company, account, uuid),
    ]);
    if (!caller) return {};
    return { caller, ...(project ? { project } : {}) };
  }

  /** Nobody unless account, company and credential are the ones that were let in. */
  private async caller({ company, account, credential }: Standing): Promise<Principal | undefined> {
    const session = sessionOf(credential);
    const now = session === undefined ? await this.byPassword(account) : await this.byKey(session);
    const same =
      now?.credential === credential && now.account.uuid === account && now.company.uuid === company;
    return same ? now : undefined;
  }

  private async byKey(session: string): Promise<Principal | undefined> {
    const { sessionIdleDays = null, sessionDays = null } = this.env;
    const [row] = await sessionHolder(this.source, [session, sessionIdleDays, sessionDays]);
    return row && principalOfKey(row);
  }

  private async byPassword(account: string): Promise<Principal | undefined> {
    const found = await this.accounts.findActive(account);
    return found?.account.password_hash ? principalOf(found.account, found.company) : undefined;
  }
}
