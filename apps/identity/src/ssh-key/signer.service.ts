import { identityCalls, type FindSigners, type Signers } from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sshKeySigners } from './ssh-key-holder.query.js';

const mostKeys = 1_000;

/** Tells services whose keys have signed something. */
@Controller()
export class SignerService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall(identityCalls.signers)
  async signers(_ctx: CallContext, { company, fingerprints }: FindSigners): Promise<Signers> {
    if (fingerprints.length > mostKeys || !isUuid(company))
      throw DomainError.invalid({ fingerprints: { invalid: true } });
    const rows = await sshKeySigners(this.source, [company, fingerprints]);
    return {
      signers: Object.fromEntries(
        rows.map(({ fingerprint, account, accountId, type }) => [
          fingerprint,
          { uuid: account, id: accountId, type },
        ]),
      ),
    };
  }
}
