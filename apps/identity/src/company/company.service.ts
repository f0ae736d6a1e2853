import { companyOperations, lockAgainst, validated, type Input } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CompanyStore } from './company.store.js';
import { companyView } from './company.view.js';

/** The caller's company. */
@Controller()
export class CompanyService {
  constructor(
    private readonly source: DataSource,
    private readonly companies: CompanyStore,
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
}
