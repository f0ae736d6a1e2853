import {
  companyOperations,
  licenseOperations,
  lockAgainst,
  validated,
  type Input,
} from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStore } from '../account/account.store.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { CompanyStore } from './company.store.js';
import { companyView } from './company.view.js';

/** The caller's company and its license. */
@Controller()
export class CompanyService {
  constructor(
    private readonly source: DataSource,
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  @Handles(companyOperations.show)
  async show(ctx: CallContext) {
    return companyView(await this.companies.get(actor(ctx).company.uuid));
  }

  @Handles(companyOperations.update)
  async update(ctx: CallContext, input: Input<typeof companyOperations.update>) {
    const now = await this.companies.get(actor(ctx).company.uuid);
    lockAgainst(companyOperations.update, input.sent, companyView(now), input.problems);
    const { name } = validated(input);
    if (name === undefined) return companyView(now);
    return companyView(await audited(this.source, ctx, (tx) => this.companies.update(tx, now, { name })));
  }

  @Handles(licenseOperations.show)
  async license(ctx: CallContext) {
    const seats_used = await this.accounts.seats(actor(ctx).company.uuid);
    return { seats_used, seats: this.env.seats, academic: false };
  }
}
