import { licenseOperations } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { AccountStore } from '../account/account.store.js';
import { always } from '../account/long-reading.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';

/** The license of the caller's company. */
@Controller()
export class LicenseService {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /** A turn: all people of the company are counted. */
  @Handles(licenseOperations.show, { isLong: always })
  async show(ctx: CallContext) {
    const seats_used = await this.accounts.seats(actor(ctx).company.uuid);
    return { seats_used, seats: this.env.seats, academic: false };
  }
}
