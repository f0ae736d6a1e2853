import type { IncomingMessage, ServerResponse } from 'node:http';
import { allOperations, type CallInput, type OperationContract } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../gateway.env.js';
import type { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { acceptsVersionOne } from '../http/accept-version.js';
import { contextOf, renew } from '../http/call-context.js';
import { envelope, enveloped, errorView } from '../http/envelope.js';
import { readBody } from '../http/request-body.js';
import type { RequestTarget } from '../http/request-target.js';
import type { AnswerRoom } from '../unsent/answer-room.js';
import { smallAnswer } from '../unsent/answer-size.rules.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import { Readmission, type Admitted } from './readmission.js';
import { answerWith, type Answer, type ReadyAnswer } from './answer.js';
import { elementOf, shapeOf } from './body-shape.js';
import { ByteAnswers } from './byte-answers.js';
import type { Callers } from './callers.js';
import { CrossOrigin } from './cross-origin.js';
import { Guard } from './guard.js';
import { Idempotency } from './idempotency.js';
import { KeptViews } from './kept-views.js';
import { callOperation } from './operation-call.js';
import { isSmall, outgoing, roomForExchange } from './outgoing.js';
import { asksPrivileges, parseQuery } from './query-parameters.js';
import { Reads } from './reads.js';
import { Related } from './related.js';
import { RouteTable, type Match } from './route-table.js';

/** One request on its way; what is decided about it comes together here. */
interface Exchange extends Admitted {
  /** Lets a client that waits for `100 Continue` send its body. */
  proceed: () => void;
}

/**
 * The calling conventions of the API, once for every operation of every object. Decides in this order: path,
 * method, version, who, may see and may do, body.
 */
@Injectable()
export class Dispatcher {
  readonly routes = new RouteTable(allOperations);
  private readonly crossOrigin: CrossOrigin;
  private readonly readmission: Readmission;
  private readonly reads: Reads;
  private readonly bytes: ByteAnswers;

  constructor(
    private readonly env: GatewayEnv,
    private readonly rpc: Rpc,
    private readonly callers: Callers,
    private readonly guard: Guard,
    private readonly related: Related,
    private readonly idempotency: Idempotency,
    kept: KeptViews,
    private readonly unsent: UnsentAnswers,
    slots: TransferSlots,
  ) {
    this.crossOrigin = new CrossOrigin(env.corsOrigins, env.siteUrl);
    this.readmission = new Readmission(callers, guard);
    this.reads = new Reads(rpc, guard, related, kept, this.readmission, unsent);
    this.bytes = new ByteAnswers(rpc, guard, this.readmission, slots);
  }

  /** Answers a request whose target lies below the API's base address. */
  async dispatch(
    request: IncomingMessage,
    target: RequestTarget,
    proceed: () => void,
    response: ServerResponse,
  ): Promise<ReadyAnswer> {
    const ctx = contextOf(request, this.env.trustedProxies);
    const { origin } = request.headers;
    const said: Record<string, string> = { 'x-request-id': ctx.requestId };
    try {
      const made = await this.decide(request, target, ctx, { proceed, response }, said);
      if (made.sent) return { ...made, body: '' };
      Object.assign(made.headers, this.crossOrigin.headers(origin), said);
      return isSmall(made) ? made : outgoing(made, this.unsent, request, ctx);
    } catch (error) {
      const refused = this.refusal(error, ctx);
      Object.assign(refused.headers, said);
      return refused;
    }
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
      return { refused: this.refusal(error, ctx) };
    }
  }

  /** The answer to another method than those of a path that no operation owns. */
  refuseMethod(request: IncomingMessage, methods: string): Answer {
    const ctx = contextOf(request, this.env.trustedProxies);
    if (request.method === 'OPTIONS')
      return answerWith(204, '', { allow: methods, 'x-request-id': ctx.requestId });
    return this.refusal(new DomainError('method_not_allowed', { reason: methods }), ctx);
  }

  /** `said`: headers that the answer gets, whatever it is. */
  private async decide(
    request: IncomingMessage,
    target: RequestTarget,
    ctx: CallContext,
    { proceed, response }: { proceed: () => void; response: ServerResponse },
    said: Record<string, string>,
  ): Promise<Answer> {
    const match = this.routes.find(target.path);
    if (!match) throw DomainError.notFound();
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    if (method === 'OPTIONS') return this.options(request, match);
    const operation = match.route.operations.get(method);
    if (!operation) throw new DomainError('method_not_allowed', { reason: allow(match) });
    if (!acceptsVersionOne(request.headers.accept)) throw new DomainError('not_acceptable');
    this.crossOrigin.check(request);
    const at = performance.now();
    await this.callers.enter(request, target, operation, ctx, said);
    const exchange: Exchange = { request, proceed, match, operation, ctx, query: target.query, at };
    if (ctx.principal) await this.guard.enter(ctx, match.params);
    if (operation.privilege !== 'public') {
      if (method === 'GET' && asksPrivileges(target.query)) {
        return answerWith(200, enveloped(200, await this.guard.privileges(match, ctx)));
      }
      await this.guard.check(operation, match, ctx);
    }
    if (operation.kind === 'bytes') {
      const headers = { ...this.crossOrigin.headers(request.headers.origin), ...said };
      await this.bytes.give(exchange, response, headers);
      return { ...answerWith(200, ''), sent: true };
    }
    return method === 'GET' ? this.reads.answer(exchange) : this.write(exchange);
  }

  private options(request: IncomingMessage, match: Match): Answer {
    return answerWith(204, '', { allow: allow(match), ...this.crossOrigin.preflight(request, allow(match)) });
  }

  private async write(exchange: Exchange): Promise<Answer> {
    const { request, match, operation, ctx } = exchange;
    const { params } = match;
    const { body, shape, query, room } = await this.taken(exchange);
    if ('many' in shape) this.callers.countBatch(ctx, shape.many);
    const key = request.headersDistinct['idempotency-key']?.join();
    try {
      const made = await this.idempotency.once(operation, key, ctx, params, body, () =>
        'one' in shape
          ? this.one(operation, ctx, { params, query, body: shape.one })
          : this.many(exchange, { params, query }, shape.many),
      );
      return room ? { ...made, room } : made;
    } catch (error) {
      room?.leave();
      throw error;
    }
  }

  /**
   * The body and query of a request that changes something. What is wrong with them is said of objects that exist
   * only: about others the answer is 404, whatever was sent.
   */
  private async taken(exchange: Exchange) {
    const { request, proceed, match, operation, ctx, query } = exchange;
    let room: AnswerRoom | undefined;
    try {
      const forms = operation.forms === true;
      const takesBody = operation.method !== 'DELETE';
      if (takesBody) room = await roomForExchange(this.unsent, request, ctx);
      const body = takesBody ? await readBody(request, { forms, proceed }).finally(() => renew(ctx)) : {};
      await this.readmission.renew(exchange);
      const shape = shapeOf(operation, body);
      if (ctx.project?.deleted || ctx.repository?.deleted || ctx.group?.deleted)
        throw DomainError.deactivated();
      return { body, shape, query: parseQuery(operation, query).own, room };
    } catch (error) {
      room?.leave();
      if (ctx.principal) await this.guard.mustExist(match, ctx);
      throw error;
    }
  }

  private async one(operation: OperationContract, ctx: CallContext, input: CallInput): Promise<Answer> {
    const view = await this.perform(operation, ctx, input);
    return answerWith(operation.status, enveloped(operation.status, view));
  }

  /** A batch: each object on its own, in order. */
  private async many(exchange: Exchange, input: CallInput, elements: unknown[]): Promise<Answer> {
    const results: { status: number; view: object }[] = [];
    for (const element of elements) results.push(await this.element(exchange, input, element));
    const created = results.filter(({ status }) => status < 300).length;
    const status = created === results.length ? 201 : created === 0 ? 422 : 207;
    const views = results.map((each) => envelope(each.status, each.view));
    const metadata = { more_results: false, next_offset: views.length, count: views.length };
    return answerWith(status, JSON.stringify({ metadata, results: views }));
  }

  /** One element of a batch, handled on its own: its refusal is its own result. */
  private async element(
    exchange: Exchange,
    input: CallInput,
    sent: unknown,
  ): Promise<{ status: number; view: object }> {
    const { operation, ctx } = exchange;
    try {
      ctx.deadline = Math.max(ctx.deadline, Date.now() + 5_000);
      await this.readmission.renew(exchange);
      const body = elementOf(operation, sent);
      if (!body) throw DomainError.invalid({ [operation.object.name]: { invalid: true } });
      return { status: operation.status, view: await this.perform(operation, ctx, { ...input, body }) };
    } catch (error) {
      const refusal = this.known(error, ctx);
      return { status: refusal.status, view: errorView(refusal, ctx.requestId) };
    }
  }

  private async perform(operation: OperationContract, ctx: CallContext, input: CallInput): Promise<object> {
    const view = await callOperation(this.rpc, operation, ctx, input);
    if (operation.bare) return {};
    await this.related.references(operation.object, [view], { expand: [] }, ctx);
    for (const name of operation.whole ?? []) {
      const part = view[name];
      if (typeof part === 'object') view[name] = envelope(200, part ?? {});
    }
    return view;
  }

  /** A refusal in the error envelope; what is unknown becomes a fault and is logged. */
  refusal(error: unknown, ctx: CallContext): Answer {
    const known = this.known(error, ctx);
    const headers: Record<string, string> = { 'x-request-id': ctx.requestId };
    if (known.code === 'unauthenticated') headers['www-authenticate'] = this.env.vendor;
    if (known.code === 'method_not_allowed' && known.detail.reason) headers.allow = known.detail.reason;
    if (known.detail.retryAfter) headers['retry-after'] = String(known.detail.retryAfter);
    return answerWith(known.status, JSON.stringify(errorView(known, ctx.requestId)), headers);
  }

  private known(error: unknown, ctx: CallContext): DomainError {
    if (error instanceof DomainError) return error;
    log.error({ err: error, requestId: ctx.requestId }, 'a request failed');
    return new DomainError('fault');
  }
}

const allow = ({ route }: Match): string => {
  const methods = [...route.operations.keys()];
  return [
    ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
    ...methods.filter((method) => method !== 'GET'),
    'OPTIONS',
  ].join(', ');
};
