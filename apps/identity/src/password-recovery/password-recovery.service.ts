import {
  passwordRecoveryOperations,
  validated,
  type Input,
  type PlainInput,
  type PasswordRecovery,
  type View,
} from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import type { AccountRow } from '../account/account.entity.js';
import { emailKey } from '../account/account.rules.js';
import { AccountStore } from '../account/account.store.js';
import { PasswordHasher } from '../account/password-hasher.js';
import { AccountNotices } from '../mail/account-notices.js';
import { HourlyLimit } from '../mail/hourly-limit.js';
import { CredentialEnd } from './credential-end.js';
import { RecoveryMail } from './recovery-mail.js';
import { RecoveryStore, type Recovery } from './recovery.store.js';

/** Most mails to one address in an hour. */
const mostMails = 5;

@Controller()
export class PasswordRecoveryService {
  private readonly mails = new HourlyLimit(mostMails);

  constructor(
    private readonly source: DataSource,
    private readonly recoveries: RecoveryStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly credentials: CredentialEnd,
    private readonly mail: RecoveryMail,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
  ) {}

  /** The answer comes before the address is looked up: neither it nor its time tells whether there is one. */
  @Handles(passwordRecoveryOperations.create)
  create(_ctx: CallContext, input: Input<typeof passwordRecoveryOperations.create>) {
    const email = emailKey(validated(input).email);
    this.send(email).catch((error: unknown) => log.error({ err: error }, 'a recovery failed'));
    return {};
  }

  @Handles(passwordRecoveryOperations.show)
  async show(_ctx: CallContext, { id }: PlainInput) {
    return recoveryView(await this.found(id));
  }

  /** Sets the password; every key of the account ends, and so does the link. */
  @Handles(passwordRecoveryOperations.update)
  async update(ctx: CallContext, input: Input<typeof passwordRecoveryOperations.update>) {
    const { id } = input;
    const found = await this.found(id);
    const { password } = validated(input);
    if (password === undefined) throw DomainError.invalid({ password: { empty: true } });
    const passwordHash = await this.passwords.hash(ctx, password);
    const setting = async (tx: EntityManager) => {
      const account = await this.accounts.lock(tx, found.accountUuid);
      if (!account || account.deletedAt || !(await this.recoveries.take(tx, id)))
        throw DomainError.notFound();
      await this.credentials.of(tx, account.uuid);
      return this.accounts.update(tx, account, { passwordHash });
    };
    // Whoever has the link is taken for the account's holder.
    const by = (account: AccountRow) => ({ company: account.companyUuid, account });
    const row = await audited(this.source, ctx, setting, { by });
    // Changed in any case, whatever it was before.
    this.notices.changed({ ...row, passwordHash: null }, row, {
      company: found.companyId,
      by: 'a link to set a password',
      ...(ctx.address ? { address: ctx.address } : {}),
    });
    this.events.changed({ company: row.companyUuid, accounts: [row.uuid] });
    return recoveryView(found);
  }

  /** Only addresses that somebody has are counted: no flood of made up ones makes others forgotten. */
  private async send(email: string): Promise<void> {
    const found = await this.accounts.findAddress(email);
    if (found.length === 0 || !this.mails.take(email)) return;
    for (const { account, company } of found) await this.mail.recover(account, company);
  }

  private async found(token: string): Promise<Recovery> {
    const found = await this.recoveries.find(token);
    if (!found) throw DomainError.notFound();
    return found;
  }
}

const recoveryView = ({ companyId, email }: Recovery): View<typeof PasswordRecovery> => ({
  company: companyId,
  email,
});
