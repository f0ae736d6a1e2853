import {
  lockAgainst,
  passwordRecoveryOperations,
  validated,
  type Input,
  type PlainInput,
  type PasswordRecovery,
  type View,
} from '@holdfast/contracts';
import { addressBlock, DomainError, type CallContext } from '@holdfast/kernel';
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
import { CredentialEnd } from './credential-end.js';
import { RecoveryRequests } from './recovery-requests.js';
import { RecoveryStore, type Recovery } from './recovery.store.js';

@Controller()
export class PasswordRecoveryService {
  constructor(
    private readonly source: DataSource,
    private readonly recoveries: RecoveryStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly credentials: CredentialEnd,
    private readonly requests: RecoveryRequests,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
  ) {}

  /**
   * The answer comes before the address is looked up: neither it nor its time, nor a refusal, tells whether there
   * is one. @throws DomainError `too_many_requests` when the client's address has asked too often
   */
  @Handles(passwordRecoveryOperations.create)
  create({ address = '' }: CallContext, input: Input<typeof passwordRecoveryOperations.create>) {
    const email = emailKey(validated(input).email);
    const retryAfter = this.requests.ask(addressBlock(address), email);
    if (retryAfter > 0) throw new DomainError('too_many_requests', { retryAfter });
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
    const shown = { ...recoveryView(found), token: id };
    lockAgainst(passwordRecoveryOperations.update, input.sent, shown, input.problems);
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
