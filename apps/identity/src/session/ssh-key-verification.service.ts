import {
  identityCalls,
  type Authenticated,
  type FindSshKeyHolders,
  type SshKeyHolders,
  type VerifySshKey,
} from '@holdfast/contracts';
import { shareOf, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  principalOfSshKey,
  sshKeyHolder,
  sshKeyHolders,
  type KeyHoldingAccount,
} from '../ssh-key/ssh-key-holder.query.js';
import { loginAttempt } from './login-attempt.js';
import { RefusedLogins } from './refused-logins.js';

/**
 * Answers the gateways' question who comes with an SSH key. What is refused is told wherever it shows in which
 * company: a key that nobody has belongs to none.
 */
@Controller()
export class SshKeyVerificationService {
  constructor(
    private readonly source: DataSource,
    private readonly refused: RefusedLogins,
  ) {}

  @HandlesCall(identityCalls.verifySshKey)
  async verify(ctx: CallContext, { company, fingerprint }: VerifySshKey): Promise<Authenticated> {
    const [holder] = await sshKeyHolder(this.source, [fingerprint, company]);
    if (holder?.stands) return { principal: principalOfSshKey(holder) };
    this.refused.tell(loginAttempt(company, holder?.accountId ?? '', ctx.address));
    return {};
  }

  @HandlesCall(identityCalls.sshKeyHolders)
  async holders(ctx: CallContext, { fingerprint }: FindSshKeyHolders): Promise<SshKeyHolders> {
    const rows = await sshKeyHolders(this.source, [fingerprint]);
    const standing = rows.filter(({ stands }) => stands);
    if (standing.length === 0) this.tell(rows, ctx);
    const holders = standing.map(principalOfSshKey).map((principal) => ({
      company: principal.company,
      account: { uuid: principal.account.uuid, id: principal.account.id },
      share: shareOf(principal),
    }));
    return { holders };
  }

  /** Somebody has shown the key, and could not sign with it. */
  @HandlesCall(identityCalls.refuseSshKey)
  async refuse(ctx: CallContext, { fingerprint }: FindSshKeyHolders): Promise<void> {
    this.tell(await sshKeyHolders(this.source, [fingerprint]), ctx);
  }

  private tell(rows: KeyHoldingAccount[], { address }: CallContext): void {
    for (const { companyId, accountId } of rows)
      this.refused.tell(loginAttempt(companyId, accountId, address));
  }
}
