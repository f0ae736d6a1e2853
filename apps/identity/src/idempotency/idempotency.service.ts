import {
  idempotencyCalls,
  type IdempotencyAnswer,
  type IdempotencyClaim,
  type IdempotencyFinish,
} from '@holdfast/contracts';
import { actor, hmacSha256, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { IdempotencyStore } from './idempotency.store.js';

const anHour = 3_600_000;

/** Keeps the answers of creations for a day, for retries of the same request by the same account. */
@Controller()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private sweep?: NodeJS.Timeout;

  constructor(
    private readonly store: IdempotencyStore,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

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

  @HandlesCall(idempotencyCalls.claim)
  claim(ctx: CallContext, claim: IdempotencyClaim): Promise<IdempotencyAnswer> {
    const { uuid } = actor(ctx).account;
    return this.store.claim(ctx, uuid, this.keyed(uuid, claim));
  }

  @HandlesCall(idempotencyCalls.renew)
  renew(ctx: CallContext, claim: IdempotencyClaim): Promise<void> {
    const { uuid } = actor(ctx).account;
    return this.store.renew(uuid, this.keyed(uuid, claim));
  }

  @HandlesCall(idempotencyCalls.finish)
  finish(ctx: CallContext, finish: IdempotencyFinish): Promise<void> {
    const { uuid } = actor(ctx).account;
    return this.store.finish(uuid, this.keyed(uuid, finish));
  }

  @HandlesCall(idempotencyCalls.release)
  release(ctx: CallContext, claim: IdempotencyClaim): Promise<void> {
    const { uuid } = actor(ctx).account;
    return this.store.release(uuid, this.keyed(uuid, claim));
  }

  /** A body may hold a password, and whoever reads the database could try guesses against a plain digest. */
  private keyed<C extends IdempotencyClaim>(account: string, claim: C): C {
    return { ...claim, request: hmacSha256(this.env.secret, `idempotency:${account}:${claim.request}`) };
  }
}
