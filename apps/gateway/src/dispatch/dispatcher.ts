import type { IncomingMessage, ServerResponse } from 'node:http';
import { allOperations } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { IncomingBodies } from '../bodies/incoming-bodies.js';
import type { GatewayEnv } from '../gateway.env.js';
import type { SharedTransfers } from '../bytes/shared-transfers.js';
import { AdmittedSlots } from './admitted-slots.js';
import { acceptsVersionOne } from '../http/accept-version.js';
import { contextOf } from '../http/call-context.js';
import { CrossOrigin } from '../http/cross-origin.js';
import { enveloped, errorView } from '../http/envelope.js';
import type { RequestTarget } from '../http/request-target.js';
import { tracedRequest } from '../http/traced-request.js';
import type { AnswerRoom } from '../unsent/answer-room.js';
import { smallAnswer } from '../unsent/answer-size.rules.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import { Readmission } from './readmission.js';
import { answerWith, type Answer, type ReadyAnswer } from './answer.js';
import { CountedRequest } from './api.metrics.js';
import { ByteAnswers } from './byte-answers.js';
import type { Written } from './byte-exchange.js';
import type { Callers } from './callers.js';
import { Guard } from './guard.js';
import { Idempotency } from './idempotency.js';
import { KeptViews } from './kept-views.js';
import { knownError } from './known-error.js';
import { LargeBodies } from './large-bodies.js';
import { isSmall, outgoing } from './outgoing.js';
import { asksPrivileges, mustHaveFew, mustStandOnce } from './query-parameters.js';
import { Reads } from './reads.js';
import { Related } from './related.js';
import { RowRoom } from './row-room.js';
import { RouteTable, type Match } from './route-table.js';
import { Writes } from './writes.js';

/**
 * The calling conventions of the API, once for every operation of every object. Decides in this order: path,
 * method, version, who, may see and may do, body.
 */
@Injectable()
export class Dispatcher {
  readonly routes = new RouteTable(allOperations);
  private readonly crossOrigin: CrossOrigin;
  private readonly reads: Reads;
  private readonly writes: Writes;
  private readonly bytes: ByteAnswers;

  constructor(
    private readonly env: GatewayEnv,
    rpc: Rpc,
    private readonly callers: Callers,
    private readonly guard: Guard,
    related: Related,
    idempotency: Idempotency,
    kept: KeptViews,
    private readonly unsent: UnsentAnswers,
    { slots, reads }: SharedTransfers,
    private readonly rows: RowRoom,
  ) {
    this.crossOrigin = new CrossOrigin(env.corsOrigins, env.siteUrl);
    const readmission = new Readmission(callers, guard);
    this.reads = new Reads(rpc, guard, related, kept, readmission, unsent);
    const bodies = new IncomingBodies(env.bodies);
    const admitted = new AdmittedSlots(slots, readmission);
    const large = new LargeBodies(rpc, admitted);
    const bodied = { bodies, large, rows };
    this.writes = new Writes(rpc, callers, guard, related, idempotency, readmission, unsent, bodied);
    this.bytes = new ByteAnswers(rpc, guard, admitted, reads, readmission);
  }

  /** Answers a request whose target lies below the API's base address. */
  async dispatch(
    request: IncomingMessage,
    target: RequestTarget,
    proceed: () => void,
    response: ServerResponse,
  ): Promise<ReadyAnswer> {
    const ctx = contextOf(request, this.env.trustedProxies);
    const said = this.shared(request);
    said['x-request-id'] = ctx.requestId;
    const counted = new CountedRequest(tracedRequest('api', ctx, request));
    let answer: ReadyAnswer;
    try {
      const made = await this.decide(request, target, ctx, { proceed, response, counted }, said);
      if (made.sent) {
        counted.answered(response.statusCode);
        return { ...made, body: '' };
      }
      Object.assign(made.headers, said);
      answer = isSmall(made) ? made : outgoing(made, this.unsent, request, ctx);
    } catch (error) {
      answer = this.refused(request, error, ctx, said);
    }
    counted.answered(answer.status);
    return answer;
  }

  private refused(
    request: IncomingMessage,
    error: unknown,
    ctx: CallContext,
    said: Record<string, string> = {},
  ): Answer {
    const refused = this.refusal(error, ctx);
    Object.assign(refused.headers, this.shared(request), said);
    return refused;
  }

  /** Headers by which a page of a listed origin may read an answer, a refusal too. */
  shared({ headers }: IncomingMessage): Record<string, string> {
    return this.crossOrigin.headers(headers.origin);
  }

  /** Room for an answer to somebody without an account; or the refusal, where there is none. */
  async roomForAnybody(
    request: IncomingMessage,
    bytes: number,
  ): Promise<{ room?: AnswerRoom; refused?: Answer }> {
    if (bytes <= smallAnswer || request.method === 'HEAD') return {};
    const ctx = contextOf(request, this.env.trustedProxies);
    try {
      return { room: await this.unsent.room(request, ctx, bytes) };
    } catch (error) {
      return { refused: this.refused(request, error, ctx) };
    }
  }

  /** The answer to another method than those of a path that no operation owns. */
  refuseMethod(request: IncomingMessage, methods: string): Answer {
    const ctx = contextOf(request, this.env.trustedProxies);
    if (request.method === 'OPTIONS')
      return answerWith(204, '', { allow: methods, 'x-request-id': ctx.requestId });
    return this.refused(request, new DomainError('method_not_allowed', { reason: methods }), ctx);
  }

  /** `said`: headers that the answer gets, whatever it is. */
  private async decide(
    request: IncomingMessage,
    target: RequestTarget,
    ctx: CallContext,
    { proceed, response, counted }: Asked,
    said: Record<string, string>,
  ): Promise<ReadyAnswer> {
    const match = this.routes.find(target.path);
    if (!match) throw DomainError.notFound();
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    if (method === 'OPTIONS') return this.options(request, match);
    const operation = match.route.operations.get(method);
    if (!operation) throw new DomainError('method_not_allowed', { reason: allow(match) });
    counted.operation = operation;
    if (!acceptsVersionOne(request.headers.accept, this.env.vendor)) throw new DomainError('not_acceptable');
    this.crossOrigin.check(request);
    mustHaveFew(target.query);
    const at = performance.now();
    await this.callers.enter(request, target, operation, ctx, said);
    const { query } = target;
    // One literal: an object that is spread and then gets more takes longer than all that is looked up for it.
    const exchange: Written = { request, response, match, operation, ctx, query, at, proceed, said };
    if (ctx.principal) await this.guard.enter(ctx, match);
    if (operation.privilege !== 'public') {
      if (method === 'GET' && asksPrivileges(query)) {
        const privileges = await this.guard.privileges(match, ctx, query);
        mustStandOnce(query);
        return answerWith(200, enveloped(200, privileges));
      }
      await this.guard.check(operation, match, ctx, query);
      await this.rows.mustHave(operation, request);
    }
    if (operation.kind === 'bytes') {
      await this.bytes.give(exchange);
      return { ...answerWith(200, ''), sent: true };
    }
    return method === 'GET' ? this.reads.answer(exchange) : this.writes.answer(exchange);
  }

  private options(request: IncomingMessage, match: Match): Answer {
    return answerWith(204, '', { allow: allow(match), ...this.crossOrigin.preflight(request, allow(match)) });
  }

  /** A refusal in the error envelope; what is unknown becomes a fault and is logged. */
  refusal(error: unknown, ctx: CallContext): Answer {
    const known = knownError(error, ctx);
    const headers: Record<string, string> = { 'x-request-id': ctx.requestId };
    if (known.code === 'unauthenticated') headers['www-authenticate'] = this.env.vendor;
    if (known.code === 'method_not_allowed' && known.detail.reason) headers.allow = known.detail.reason;
    if (known.detail.retryAfter) headers['retry-after'] = String(known.detail.retryAfter);
    return answerWith(known.status, JSON.stringify(errorView(known, ctx.requestId)), headers);
  }
}

/** What a request comes with besides its head. */
interface Asked {
  proceed: () => void;
  response: ServerResponse;
  counted: CountedRequest;
}

const allow = ({ route }: Match): string => {
  const methods = [...route.operations.keys()];
  return [
    ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
    ...methods.filter((method) => method !== 'GET'),
    'OPTIONS',
  ].join(', ');
};
