import {
  idempotencyCalls,
  type IdempotencyClaim,
  type IdempotencyFinish,
  type OperationContract,
} from '@holdfast/contracts';
import { DomainError, sha256, type CallContext } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { JsonBody } from '../http/request-body.js';
import { answerWith, type Answer } from './answer.js';

/** How often a claim is renewed while its request goes on (ms): it ends by itself after a minute. */
const renewEvery = 20_000;

/** Longest `Idempotency-Key`. */
const longestKey = 255;

/**
 * Retries of a creation with the same `Idempotency-Key` get the answer of the first request instead of a second
 * object. Refusals are not kept: nothing was done. Where nobody knows whether it was, the key waits for a minute: then
 * what was going on is over. Of answers that carry a secret it is kept only that they were given:
 * the key is refused with another request, and the same one is carried out again.
 */
@Injectable()
export class Idempotency {
  constructor(private readonly rpc: Rpc) {}

  /** @throws DomainError `invalid` when the key was used with another request, `conflict` while the first one runs */
  async once(
    operation: OperationContract,
    key: string | undefined,
    ctx: CallContext,
    params: Record<string, string>,
    body: JsonBody,
    perform: () => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined || operation.method !== 'POST' || isLogin(operation) || !ctx.principal)
      return perform();
    if (key === '' || key.length > longestKey) throw reused();
    const claim: IdempotencyClaim = {
      operation: operation.id,
      key: sha256(key),
      request: sha256(JSON.stringify([params, placeOf(ctx), body])),
    };
    const known = await this.rpc.call(idempotencyCalls.claim, ctx, claim);
    if (known.state === 'other') throw reused();
    if (known.state === 'busy')
      throw new DomainError('conflict', { reason: 'the first request is under way', retryAfter: 1 });
    if (known.state === 'kept' && operation.secret) return perform();
    if (known.state === 'kept')
      return answerWith(known.status, known.body, { 'idempotency-replayed': 'true' });
    return this.first(claim, ctx, perform, operation.secret === true);
  }

  private async first(
    claim: IdempotencyClaim,
    ctx: CallContext,
    perform: () => Promise<Answer>,
    isSecret: boolean,
  ): Promise<Answer> {
    let made: Answer;
    const renewal = setInterval(() => void this.renew(claim, afterwards(ctx)), renewEvery).unref();
    try {
      made = await perform();
    } catch (error) {
      if (isRefusal(error)) await this.release(claim, afterwards(ctx));
      throw error;
    } finally {
      clearInterval(renewal);
    }
    if (made.isUnknown === true) return made;
    if (made.status >= 300) await this.release(claim, afterwards(ctx));
    else await this.keep({ ...claim, status: made.status, body: isSecret ? '' : made.body }, afterwards(ctx));
    return made;
  }

  /** What was done is answered, also when it cannot be kept: a retry is then told that the first one is under way. */
  private async keep(finish: IdempotencyFinish, ctx: CallContext): Promise<void> {
    await this.rpc
      .call(idempotencyCalls.finish, ctx, finish)
      .catch((err: unknown) => log.warn({ err, ...ofRequest(ctx) }, 'an answer was not kept for retries'));
  }

  /** A list of creations may take longer than a claim lasts. */
  private async renew(claim: IdempotencyClaim, ctx: CallContext): Promise<void> {
    await this.rpc.call(idempotencyCalls.renew, ctx, claim).catch(() => undefined);
  }

  /** A claim that cannot be given back ends by itself a minute later. */
  private async release(claim: IdempotencyClaim, ctx: CallContext): Promise<void> {
    await this.rpc.call(idempotencyCalls.release, ctx, claim).catch(() => undefined);
  }
}

/** Nothing was done. Of what got no answer, or failed within, nobody knows that: it may be going on. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.detail.unknown !== true && error.code !== 'fault';

/** Each login is one of its own, whoever asks for it. */
const isLogin = ({ secret, privilege }: OperationContract): boolean =>
  secret === true && privilege === 'public';

/** What the ids in the path lead to now: another object may have got the id of one that was deleted. */
const placeOf = ({ project, repository, group, bot }: CallContext): (string | undefined)[] =>
  [project, repository, group, bot].map((scope) => scope?.uuid);

/** Some operations take longer than the calls before them may. */
const afterwards = (ctx: CallContext): CallContext => ({
  ...ctx,
  deadline: Math.max(ctx.deadline, Date.now()) + 5_000,
});

const reused = (): DomainError => DomainError.invalid({ idempotency_key: { invalid: true } });
