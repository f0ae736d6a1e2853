import {
  identityCalls,
  type Authenticate,
  type Authenticated,
  type VerifyPassword,
} from '@holdfast/contracts';
import { sameText, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { emailKey } from '../account/account.rules.js';
import { principalOf } from '../account/principal.view.js';
import { CompanyKeys } from '../company/company-keys.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { keyHolder, principalOfKey, type KeyHolder } from './authenticate.query.js';
import { KeyCheck } from './key-check.js';
import { loginAttempt } from './login-attempt.js';
import { PasswordCheck } from './password-check.js';
import { SessionStore } from './session.store.js';

/** Answers the gateways' question who somebody is. */
@Controller()
export class AuthenticationService {
  constructor(
    private readonly source: DataSource,
    private readonly sessions: SessionStore,
    private readonly keys: CompanyKeys,
    private readonly check: PasswordCheck,
    private readonly keyCheck: KeyCheck,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /** One query; the company key is computed and compared here. */
  @HandlesCall(identityCalls.authenticate)
  async authenticate(
    _ctx: CallContext,
    { companyKey, accountKeyHash }: Authenticate,
  ): Promise<Authenticated> {
    const holder = await this.holder(accountKeyHash);
    if (!holder || !sameText(this.keys.of(companyOf(holder)), companyKey)) return {};
    this.touch(holder);
    const principal = principalOfKey(holder);
    if (this.env.projectsByAdminsOnly) principal.projectsByAdmins = true;
    return { principal };
  }

  /** Basic credentials: a password, or an account key of the named account in its place. */
  @HandlesCall(identityCalls.verifyPassword)
  async verify(
    ctx: CallContext,
    { company, login, password, keyHash }: VerifyPassword,
  ): Promise<Authenticated> {
    if (keyHash !== undefined) {
      const holder = await this.keyCheck.check(
        loginAttempt(company, login, ctx.address),
        keyHash,
        async () => {
          const found = await this.holder(keyHash);
          return found?.companyId === company && names(login, found) ? found : undefined;
        },
      );
      if (!holder) return {};
      this.touch(holder);
      return { principal: principalOfKey(holder) };
    }
    const given = { company, login, password: password ?? '', botsToo: true };
    const checked = await this.check.check(ctx, given);
    return typeof checked === 'object' ? { principal: principalOf(checked.account, checked.company) } : {};
  }

  private async holder(keyHash: string): Promise<KeyHolder | undefined> {
    const { sessionIdleDays = null, sessionDays = null } = this.env;
    return (await keyHolder(this.source, [keyHash, sessionIdleDays, sessionDays])).at(0);
  }

  /** Notes the use at most once a minute, and nobody waits for it. */
  private touch({ session, lastUsedAt }: KeyHolder): void {
    if (Date.now() - lastUsedAt.getTime() < 60_000) return;
    this.sessions.touch(session).catch((error: unknown) => log.warn({ err: error }, 'a use was not noted'));
  }
}

const companyOf = ({ company: uuid, keyVersion }: KeyHolder) => ({ uuid, keyVersion });

const names = (login: string, holder: KeyHolder): boolean =>
  login === holder.accountId || (holder.email !== '' && emailKey(login) === emailKey(holder.email));
