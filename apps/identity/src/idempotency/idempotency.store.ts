import type { IdempotencyAnswer, IdempotencyClaim, IdempotencyFinish } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { changeTurns } from '@holdfast/platform/audit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository } from 'typeorm';
import { IdempotencyRow } from './idempotency.entity.js';
import { claimRequest, forgetLarge, forgetOld, largeAnswer } from './idempotency.query.js';

/** Most bytes of large answers that are kept for one account: what it has still under way, and far more. */
const mostLarge = 16 * 1024 * 1024;

/** Most that is dropped by one statement. */
const atOnce = 10_000;

@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(IdempotencyRow) private readonly requests: Repository<IdempotencyRow>,
  ) {}

  /** A claim writes: it takes the turn of a change. What follows one is not kept from ending it. */
  async claim(
    ctx: CallContext,
    account: string,
    { operation, key, request }: IdempotencyClaim,
  ): Promise<IdempotencyAnswer> {
    const [found] = await changeTurns(this.source).run(ctx, () =>
      claimRequest(this.source, [account, operation, key, request]),
    );
    if (!found) return { state: 'busy' };
    if (found.mine) return { state: 'mine' };
    if (found.request !== request) return { state: 'other' };
    if (found.status === null || found.body === null) return { state: 'busy' };
    return { state: 'kept', status: found.status, body: found.body };
  }

  /** A claim whose request goes on is as good as a new one. */
  async renew(account: string, { operation, key, request }: IdempotencyClaim): Promise<void> {
    const claim = { accountUuid: account, operation, key, request, status: IsNull() };
    await this.requests.update(claim, { createdAt: () => 'now()' });
  }

  async finish(account: string, { operation, key, request, status, body }: IdempotencyFinish): Promise<void> {
    await this.requests.update({ accountUuid: account, operation, key, request }, { status, body });
    if (Buffer.byteLength(body) > largeAnswer) await forgetLarge(this.source, [account, mostLarge]);
  }

  async release(account: string, { operation, key, request }: IdempotencyClaim): Promise<void> {
    await this.requests.delete({ accountUuid: account, operation, key, request, status: IsNull() });
  }

  /** Drops what nobody may replay any more. */
  async forget(): Promise<void> {
    while ((await forgetOld(this.source, [atOnce])).some(({ count }) => count === atOnce));
  }
}
