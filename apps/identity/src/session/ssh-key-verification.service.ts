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
import { principalOfSshKey, sshKeyHolder, sshKeyHolders } from './ssh-key-holder.query.js';

/** Answers the gateways' question who comes with an SSH key. */
@Controller()
export class SshKeyVerificationService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall(identityCalls.verifySshKey)
  async verify(_ctx: CallContext, { company, fingerprint }: VerifySshKey): Promise<Authenticated> {
    const [holder] = await sshKeyHolder(this.source, [fingerprint, company]);
    return holder ? { principal: principalOfSshKey(holder) } : {};
  }

  @HandlesCall(identityCalls.sshKeyHolders)
  async holders(_ctx: CallContext, { fingerprint }: FindSshKeyHolders): Promise<SshKeyHolders> {
    const rows = await sshKeyHolders(this.source, [fingerprint]);
    const holders = rows.map(principalOfSshKey).map((principal) => ({
      company: principal.company,
      account: { uuid: principal.account.uuid, id: principal.account.id },
      share: shareOf(principal),
    }));
    return { holders };
  }
}
