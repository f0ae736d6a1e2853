import type { CallInput, LargeBody, OperationContract } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { IncomingBodies } from '../bodies/incoming-bodies.js';
import { LongParses } from '../bodies/long-parses.js';
import { renew } from '../http/call-context.js';
import { envelope, enveloped, errorView } from '../http/envelope.js';
import { jsonOf, readBody, type JsonBody } from '../http/request-body.js';
import type { AnswerRoom } from '../unsent/answer-room.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import { answerWith, type Answer } from './answer.js';
import { elementOf, mustFit, shapeOf } from './body-shape.js';
import type { Written } from './byte-exchange.js';
import type { Callers } from './callers.js';
import type { Guard } from './guard.js';
import { isRefusal, type Idempotency } from './idempotency.js';
import { knownError } from './known-error.js';
import { LargeBodies, type BodyAtNode } from './large-bodies.js';
import { callOperation } from './operation-call.js';
import { roomForAnswerTo } from './outgoing.js';
import { parseQuery } from './query-parameters.js';
import type { Readmission } from './readmission.js';
import type { Related } from './related.js';
import type { RowRoom } from './row-room.js';

/** Reads a body. `hold`: takes room for the answer to one of so many bytes; what the body says is read in it. */
type ReadBody = (hold: (size: number) => Promise<void>) => Promise<JsonBody>;

/** What became of one of a batch. */
interface Element {
  status: number;
  view: object;
  /** It may have been made all the same. */
  isUnknown?: boolean;
}

/** Where bodies come to. */
interface BodyParts {
  bodies: IncomingBodies;
  large: LargeBodies;
  rows: RowRoom;
}

/** Answers requests that change something: one object, or a batch of them. */
export class Writes {
  private readonly parses = new LongParses();

  constructor(
    private readonly rpc: Rpc,
    private readonly callers: Callers,
    private readonly guard: Guard,
    private readonly related: Related,
    private readonly idempotency: Idempotency,
    private readonly readmission: Readmission,
    private readonly unsent: UnsentAnswers,
    private readonly bodied: BodyParts,
  ) {}

  async answer(exchange: Written): Promise<Answer> {
    const large = LargeBodies.of(exchange);
    if (large) return this.staged(exchange, large);
    const { request, proceed, operation, ctx } = exchange;
    const coming = this.bodied.bodies.of(request, ctx);
    const bytes = (limit: number): Promise<Buffer> => coming.bytes(limit);
    const parse = <T>(size: number, work: () => T): Promise<T> => this.parses.run(ctx, size, work);
    try {
      return await this.answered(exchange, async (hold) => {
        const takesBody = operation.method !== 'DELETE';
        const body = takesBody
          ? await readBody(request, { forms: operation.forms === true, proceed, bytes, parse })
          : {};
        await hold(coming.size);
        if (takesBody) renew(ctx);
        return body;
      });
    } finally {
      coming.leave();
    }
  }

  /** The same with a body that has gone to the node of the operation. */
  private async staged(exchange: Written, large: LargeBody): Promise<Answer> {
    const { ctx } = exchange;
    refuseDeactivated(ctx);
    return this.bodied.large.during(exchange, large, (staged) =>
      this.answered(
        exchange,
        async (hold) => {
          renew(ctx);
          await hold(staged.size);
          const rest = await staged.rest();
          const body = await this.parses.run(ctx, rest.length, () => jsonOf(rest));
          renew(ctx);
          return body;
        },
        staged,
      ),
    );
  }

  /** `read`: asks for the body. */
  private async answered(exchange: Written, read: ReadBody, staged?: BodyAtNode): Promise<Answer> {
    const { request, match, operation, ctx } = exchange;
    const { body, shape, query, room } = await this.taken(exchange, read);
    const input: CallInput = { params: match.params, query, ...(staged && { staged: staged.name }) };
    const key = request.headersDistinct['idempotency-key']?.join();
    const asked = staged ? [body, staged.digest] : body;
    try {
      if ('many' in shape) this.callers.countBatch(ctx, shape.many);
      const made = await this.idempotency.once(operation, key, ctx, match.params, asked, () =>
        'one' in shape
          ? this.one(operation, ctx, { ...input, body: shape.one })
          : this.many(exchange, input, shape.many),
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
  private async taken(exchange: Written, read: ReadBody) {
    const { request, match, operation, ctx, query } = exchange;
    const held: { room?: AnswerRoom | undefined } = {};
    try {
      const body = await read(async (size) => {
        await this.bodied.rows.take(operation, size);
        held.room = await roomForAnswerTo(size, this.unsent, request, ctx);
      });
      await this.readmission.renew(exchange);
      const shape = shapeOf(operation, body);
      refuseDeactivated(ctx);
      mustFit(operation, shape);
      return { body, shape, query: parseQuery(operation, query).own, room: held.room };
    } catch (error) {
      held.room?.leave();
      renew(ctx);
      if (ctx.principal) await this.guard.mustExist(match, ctx);
      throw error;
    }
  }

  private async one(operation: OperationContract, ctx: CallContext, input: CallInput): Promise<Answer> {
    const view = await this.perform(operation, ctx, input);
    return answerWith(operation.status, enveloped(operation.status, view));
  }

  /** A batch: each object on its own, in order. */
  private async many(exchange: Written, input: CallInput, elements: unknown[]): Promise<Answer> {
    const results: Element[] = [];
    for (const element of elements) results.push(await this.element(exchange, input, element));
    const created = results.filter(({ status }) => status < 300).length;
    const status = created === results.length ? 201 : created === 0 ? 422 : 207;
    const views = results.map((each) => envelope(each.status, each.view));
    const metadata = { more_results: false, next_offset: views.length, count: views.length };
    const answer = answerWith(status, JSON.stringify({ metadata, results: views }));
    return created === 0 && results.some((each) => each.isUnknown) ? { ...answer, isUnknown: true } : answer;
  }

  /** One element of a batch, handled on its own: its refusal is its own result. */
  private async element(exchange: Written, input: CallInput, sent: unknown): Promise<Element> {
    const { operation, ctx } = exchange;
    try {
      ctx.deadline = Math.max(ctx.deadline, Date.now() + 5_000);
      await this.readmission.renew(exchange);
      const body = elementOf(operation, sent);
      if (!body) throw DomainError.invalid({ [operation.object.name]: { invalid: true } });
      return { status: operation.status, view: await this.perform(operation, ctx, { ...input, body }) };
    } catch (error) {
      const refusal = knownError(error, ctx);
      const isUnknown = !isRefusal(error);
      return { status: refusal.status, view: errorView(refusal, ctx.requestId), isUnknown };
    }
  }

  private async perform(operation: OperationContract, ctx: CallContext, input: CallInput): Promise<object> {
    const view = await callOperation(this.rpc, operation, ctx, input);
    if (operation.bare) return {};
    // What was asked is done by now, however long it took: who is not answered does not know that.
    ctx.deadline = Math.max(ctx.deadline, Date.now() + 5_000);
    await this.related.references(operation.object, [view], { expand: [] }, ctx).catch(unknownInstead);
    for (const name of operation.whole ?? []) {
      const part = view[name];
      if (typeof part === 'object') view[name] = envelope(200, part ?? {});
    }
    return view;
  }
}

const unknownInstead = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'unavailable')
    throw DomainError.unknown(error.detail.reason ?? 'the answer cannot be made', error);
  throw error;
};

/** @throws DomainError when something in the path is deactivated: nothing of it is changed any more */
const refuseDeactivated = ({ project, repository, group }: CallContext): void => {
  if (project?.deleted || repository?.deleted || group?.deleted) throw DomainError.deactivated();
};
