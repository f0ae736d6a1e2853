import { identityCalls, type Purge, type Purged } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { purgeDeactivated } from './purge.query.js';

/** The operator's housekeeping. */
@Controller()
export class PurgeService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall<Purge>(identityCalls.purge)
  run(_ctx: CallContext, { days }: Purge): Promise<Purged> {
    if (!Number.isSafeInteger(days) || days < 0 || days > 36_500)
      throw DomainError.invalid({ days: { invalid: true } });
    return purgeDeactivated(this.source, days);
  }
}
