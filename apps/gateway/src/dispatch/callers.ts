import type { IncomingMessage } from 'node:http';
import type { OperationContract } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { linesOf } from '../http/head.rules.js';
import type { RequestTarget } from '../http/request-target.js';
import type { RateLimits } from '../rates/rate-limits.js';
import { weightOf } from '../rates/request-weight.rules.js';
import type { Sessions } from '../session/sessions.js';

/** Who sends a request of the API, and whether he sends too many. */
export class Callers {
  /** `queryKeys`: the keys of a GET may stand in its query. */
  constructor(
    private readonly sessions: Sessions,
    private readonly rates: RateLimits,
    private readonly queryKeys: boolean,
  ) {}

  /**
   * Establishes the caller in the context and counts the request; `said` gets the headers that tell how he stands.
   * @throws DomainError `unauthenticated`, `too_many_requests`
   */
  async enter(
    request: IncomingMessage,
    target: RequestTarget,
    operation: OperationContract,
    ctx: CallContext,
    said: Record<string, string>,
  ): Promise<void> {
    await this.authenticate(request, target.query, operation, ctx);
    const charged = ctx.principal && this.rates.charge(ctx.principal, weightOf(operation, target.query));
    if (!charged) return;
    Object.assign(said, charged.headers);
    const { retryAfter } = charged;
    if (retryAfter !== undefined) throw new DomainError('too_many_requests', { retryAfter });
  }

  /**
   * Counts the objects of a batch, of which the first was counted when it came.
   * @throws DomainError `too_many_requests` where others that came meanwhile have taken more than there was
   */
  countBatch({ principal }: CallContext, { length }: unknown[]): void {
    const retryAfter = principal && this.rates.owe(principal, length - 1);
    if (retryAfter !== undefined) throw new DomainError('too_many_requests', { retryAfter });
  }

  /**
   * Establishes the caller in the context, in place of the one that may be there.
   * @throws DomainError `unauthenticated`
   */
  async authenticate(
    request: IncomingMessage,
    query: string,
    { privilege, method }: OperationContract,
    ctx: CallContext,
  ): Promise<void> {
    const { authorization } = request.headers;
    const isPublic = privilege === 'public';
    if (isPublic && authorization === undefined) return;
    const inQuery = this.queryKeys && method === 'GET' && authorization === undefined;
    const sent = inQuery ? query.replaceAll('&', ',') : authorization;
    const twice = linesOf(request, 'authorization') > 1;
    ctx.admitted = Date.now();
    ctx.principal = twice ? undefined : await this.sessions.byKeys(sent, ctx);
    if (!ctx.principal && !isPublic) throw new DomainError('unauthenticated');
  }
}
