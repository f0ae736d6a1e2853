import {
  identityCalls,
  type Authenticated,
  type FindHeldSshKeys,
  type FindSshKeyHolders,
  type HeldSshKeys,
  type SshKeyHolders,
  type VerifySshKey,
} from '@holdfast/contracts';
import { DomainError, shareOf, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  principalOfSshKey,
  sshKeyHolder,
  sshKeyHolders,
  standingSshKeyHolders,
  type KeyHoldingAccount,
} from '../ssh-key/ssh-key-holder.query.js';
import { loginAttempt } from './login-attempt.js';
import { RefusedLogins } from './refused-logins.js';

/** So many holders of a key are told. */
const mostTold = 10;
const mostKeys = 200;

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
    return holdersIn(standing);
  }

  @HandlesCall(identityCalls.heldSshKeys)
  async held(_ctx: CallContext, { fingerprints }: FindHeldSshKeys): Promise<HeldSshKeys> {
    if (fingerprints.length > mostKeys) throw DomainError.invalid({ fingerprints: { invalid: true } });
    const found = new Map<string, KeyHoldingAccount[]>();
    for (const row of await standingSshKeyHolders(this.source, [fingerprints, mostTold + 1])) {
      const rows = found.get(row.fingerprint);
      if (rows) rows.push(row);
      else found.set(row.fingerprint, [row]);
    }
    const held = [...found].map(([fingerprint, rows]) => [fingerprint, holdersIn(rows)] as const);
    return { held: Object.fromEntries(held) };
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

/** Of those who stand, the ones that are told, in their order. */
const holdersIn = (rows: readonly KeyHoldingAccount[]): SshKeyHolders => {
  const told = rows.slice(0, mostTold).map(principalOfSshKey);
  const holders = told.map((principal) => ({
    company: principal.company,
    account: { uuid: principal.account.uuid, id: principal.account.id },
    share: shareOf(principal),
  }));
  return { holders, ...(rows.length > mostTold ? { more: true } : {}) };
};
