import type { CallContext } from '@holdfast/kernel';
import { partiesOf } from '@holdfast/platform/persistence';
import { LongReads } from '@holdfast/platform/service-host';
import { Injectable } from '@nestjs/common';

/** By which `LongReads` lets three lists go on at a time, two of a company and one of an account. */
const share = 5;

/** Turns for lists that look at all branches or tags of a repository: they take the processor from everybody. */
@Injectable()
export class RefLists {
  private readonly turns = new LongReads(share);

  /**
   * Does the work when its turn has come. What it lists is to be read by `work`: those who wait hold nothing.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>(ctx: CallContext, work: () => Promise<T>): Promise<T> {
    const reader = partiesOf(ctx);
    return reader ? this.turns.run(reader, ctx.deadline, work) : work();
  }
}
