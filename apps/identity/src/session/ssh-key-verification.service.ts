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

/** So many holders of a key are told. */
const mostTold = 10;

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
    const rows = await this.having(fingerprint, mostTold + 1);
    const standing = rows.filter(({ stands }) => stands);
    if (standing.length === 0) this.tell(rows.slice(0, mostTold), ctx);
    const told = standing.slice(0, mostTold).map(principalOfSshKey);
    const holders = told.map((principal) => ({
      company: principal.company,
      account: { uuid: principal.account.uuid, id: principal.account.id },
      share: shareOf(principal),
    }));
    return { holders, ...(standing.length > mostTold ? { more: true } : {}) };
  }

  /** Somebody has shown the key, and could not sign with it. */
  @HandlesCall(identityCalls.refuseSshKey)
  async refuse(ctx: CallContext, { fingerprint }: FindSshKeyHolders): Promise<void> {
    this.tell(await this.having(fingerprint, mostTold), ctx);
  }

  private having(fingerprint: string, most: number): Promise<KeyHoldingAccount[]> {
    return sshKeyHolders(this.source, [fingerprint, most]);
  }

  private tell(rows: KeyHoldingAccount[], { address }: CallContext): void {
    for (const { companyId, accountId } of rows)
      this.refused.tell(loginAttempt(companyId, accountId, address));
  }
}
