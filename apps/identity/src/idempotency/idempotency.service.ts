import {
  idempotencyCalls,
  type IdempotencyAnswer,
  type IdempotencyClaim,
  type IdempotencyFinish,
} from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { IdempotencyStore } from './idempotency.store.js';

const anHour = 3_600_000;

/** Keeps the answers of creations for a day, for retries of the same request by the same account. */
@Controller()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private sweep?: NodeJS.Timeout;

  constructor(private readonly store: IdempotencyStore) {}

  onApplicationBootstrap(): void {
    this.sweep = setInterval(() => {
      this.store
        .forget()
        .catch((error: unknown) => log.warn({ err: error }, 'old answers could not be dropped'));
    }, anHour).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.sweep);
  }

  @HandlesCall<IdempotencyClaim>(idempotencyCalls.claim)
  claim(ctx: CallContext, claim: IdempotencyClaim): Promise<IdempotencyAnswer> {
    return this.store.claim(actor(ctx).account.uuid, claim);
  }

  @HandlesCall<IdempotencyFinish>(idempotencyCalls.finish)
  finish(ctx: CallContext, finish: IdempotencyFinish): Promise<void> {
    return this.store.finish(actor(ctx).account.uuid, finish);
  }

  @HandlesCall<IdempotencyClaim>(idempotencyCalls.release)
  release(ctx: CallContext, claim: IdempotencyClaim): Promise<void> {
    return this.store.release(actor(ctx).account.uuid, claim);
  }
}
