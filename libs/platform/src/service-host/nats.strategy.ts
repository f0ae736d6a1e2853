import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { CallInput, CallSubject, Children, ListChildren } from '@holdfast/contracts';
import { DomainError, within, withoutCaller, type CallContext, type Page } from '@holdfast/kernel';
import { lastValueFrom } from 'rxjs';
import { log } from '../observability/logger.js';
import { ofRequest } from '../observability/of-request.js';
import { defaultConnections } from '../persistence/default-connections.js';
import { CallerClocks } from '../rpc/caller-clocks.js';
import type { Rpc } from '../rpc/rpc.js';
import { replyBytes, type CallMessage, type ReplyMessage } from '../rpc/wire.js';
import { callDurations } from './call.metrics.js';
import { isCalledByUuid } from './called-by-uuid.js';
import type { HandlerExtras } from './handles.decorator.js';
import { HandlerTurns } from './handler-turns.js';
import { begunPage, childrenLines, type ListsChildren } from './reply-form.js';
import { traced } from './traced-answer.js';
import { Writer } from './writer.js';

/** Who lets calls to this storage node in. */
export interface NodeDoor {
  /**
   * Answers what to call when the call is over. `staged`: its body lies at the node already.
   * @throws DomainError where the call is not for this node, or not any more
   */
  enter(
    ctx: CallContext,
    deed: { writes: boolean; staged: boolean },
  ): Promise<(() => void) | undefined> | undefined;
}

type Work<T> = (ctx: CallContext, input: unknown) => Promise<T>;
type Handler = Work<ReplyMessage>;

/**
 * Serves the handlers of a Nest application over one connection to the broker. Replicas share a subject by a queue
 * group. The subject of an operation on a storage node ends in the name of the node. A handler is told who the caller
 * is only if `carriesCaller` says that the gateway asks: nobody else is believed about that.
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  /** Calls that have not been answered yet. */
  private readonly open = new Set<Promise<void>>();
  private readonly turns: HandlerTurns;
  private readonly clocks = new CallerClocks();
  /** Stands before the calls to the storage node; set before `listen`. */
  door: NodeDoor | undefined;
  /** The handler that answers questions for children; absent in services that have none. */
  private children: Handler | undefined;

  constructor(
    private readonly rpc: Rpc,
    private readonly service: string,
    private readonly carriesCaller: (subject: string) => boolean,
    private readonly node?: string,
    connections = defaultConnections,
  ) {
    super();
    this.turns = new HandlerTurns(connections);
  }

  listen(ready: () => void): void {
    for (const [pattern, handler] of this.messageHandlers) {
      const extras = (handler.extras ?? {}) as HandlerExtras;
      const subject = extras.node ? `${pattern}.${this.node ?? 'none'}` : pattern;
      const own = handler as unknown as Handler;
      if (extras.form && 'children' in extras.form) this.children = this.turns.inTurn(own, extras);
      const inForm = this.behindDoor(this.inForm(own, extras), extras);
      const hasCaller = this.carriesCaller(pattern);
      const known: Handler = hasCaller ? inForm : (ctx, input) => inForm(withoutCaller(ctx), input);
      const served = {
        question: pattern,
        run: traced(pattern, known),
        takesTurns: hasCaller && !extras.node && !extras.judges,
      };
      this.subscriptions.push(
        this.rpc.connection.subscribe(subject, {
          queue: this.service,
          callback: (fault, message) => {
            if (!fault) this.take(this.counted(served, message));
          },
        }),
      );
    }
    ready();
  }

  /** Takes no new calls, and ends when those that came are answered, or after the time (ms). */
  async close(patience = 5_000): Promise<void> {
    await Promise.all(this.subscriptions.splice(0).map((subscription) => subscription.drain()));
    await within(patience, Promise.all(this.open), () => []);
  }

  /** Asks a handler of this process itself, over no broker. @throws DomainError as the handler answers it */
  async askOwn<Request, Answer>(
    subject: CallSubject<Request, Answer>,
    ctx: CallContext,
    input: Request,
  ): Promise<Answer> {
    const handler = this.messageHandlers.get(subject);
    if (!handler) throw DomainError.unavailable(`nobody serves ${subject}`);
    const { value, error } = await this.replyOf(handler as unknown as Handler, ctx, input);
    if (error) throw DomainError.fromWire(error);
    return value as Answer;
  }

  /** The transport has no events of its own; `Rpc` tells of the connection. */
  on(): void {}

  unwrap<T>(): T {
    return this.rpc as T;
  }

  private behindDoor(run: Handler, { node, writes = false }: HandlerExtras): Handler {
    const { door } = this;
    if (!node || !door) return run;
    return async (ctx, input) => {
      const staged = (input as Partial<CallInput> | undefined)?.staged !== undefined;
      const leave = await door.enter(ctx, { writes, staged });
      try {
        return await run(ctx, input);
      } finally {
        leave?.();
      }
    };
  }

  /**
   * The handler, in its turn, with its answer as it is sent. The turn of a page is over when its objects are written:
   * their children take turns of their own.
   */
  private inForm(handler: Handler, extras: HandlerExtras): Handler {
    const { form } = extras;
    if (!form) {
      const inTurn = this.turns.inTurn(handler, extras);
      return (ctx, input) => this.replyOf(inTurn, ctx, input);
    }
    const begun = this.turns.inTurn(async (ctx, input): Promise<ReplyMessage | (() => Promise<unknown>)> => {
      const reply = await this.replyOf(handler, ctx, input);
      if (reply.error) return reply;
      if ('children' in form)
        return {
          value: await childrenLines(reply.value as Children, (input as ListChildren).parents, ctx.deadline),
        };
      const { children = [] } = input as CallInput;
      const list: ListsChildren = (asked) => this.listChildren(ctx, asked);
      const writer = new Writer(ctx.deadline);
      const page = await begunPage(reply.value as Page<object>, form.page, children, list, writer);
      this.turns.wrote(ctx, writer.written);
      return page;
    }, extras);
    return async (ctx, input) => {
      const made = await begun(ctx, input);
      return typeof made === 'function' ? { value: await made() } : made;
    };
  }

  /** Asks the service itself for children. A service without a handler for that has none. */
  private async listChildren(ctx: CallContext, asked: ListChildren): Promise<Children> {
    if (!this.children) return {};
    const { value, error } = await this.replyOf(this.children, ctx, asked);
    if (error) throw DomainError.fromWire(error);
    return value as Children;
  }

  private async replyOf(handler: Handler, ctx: CallContext, input: unknown): Promise<ReplyMessage> {
    return lastValueFrom(this.transformToObservable(await handler(ctx, input)));
  }

  private take(answered: Promise<void>): void {
    this.open.add(answered);
    void answered.finally(() => this.open.delete(answered));
  }

  private async counted(served: Served, message: Msg): Promise<void> {
    const at = performance.now();
    const outcome = await this.answer(served, message);
    callDurations.observe({ question: served.question, outcome }, (performance.now() - at) / 1_000);
  }

  private async answer({ run, takesTurns }: Served, message: Msg): Promise<CallOutcome> {
    let reply: ReplyMessage;
    let ctx: CallContext | undefined;
    const { length } = message.data;
    try {
      const call = message.json<CallMessage>();
      ctx = { ...call.ctx, deadline: this.clocks.deadlineOf(call) };
      if (ctx.deadline < Date.now()) return 'late';
      if (!isCalledByUuid(ctx)) throw new Error('a call is about something whose uuid is none');
      const asked = ctx;
      const answered = () => run(asked, call.input);
      reply = await (takesTurns ? this.turns.inTurnFor(asked, length, answered) : answered());
    } catch (error) {
      if (error instanceof DomainError) reply = { error: error.toWire() };
      else {
        log.error(
          { err: error, subject: message.subject, ...(ctx && ofRequest(ctx)) },
          'a call could not be handled',
        );
        reply = { error: { code: 'fault' } };
      }
    }
    try {
      const bytes = replyBytes(reply);
      if (ctx) this.turns.answered(ctx, bytes.length);
      this.rpc.respond(message, bytes);
    } catch (error) {
      log.error(
        { err: error, subject: message.subject, ...(ctx && ofRequest(ctx)) },
        'an answer could not be sent',
      );
      this.rpc.respond(message, JSON.stringify({ error: { code: 'fault' } } satisfies ReplyMessage));
      return 'failed';
    }
    return outcomeOf(reply);
  }
}

/** What is served at a subject. `takesTurns`: it is asked by the gateway, and works at no storage node. */
interface Served {
  question: string;
  run: Handler;
  takesTurns: boolean;
}

/** What became of a call, in metrics. */
type CallOutcome = 'done' | 'refused' | 'failed' | 'late';

const outcomeOf = ({ error }: ReplyMessage): CallOutcome => {
  if (!error) return 'done';
  return error.code === 'fault' || error.code === 'unavailable' ? 'failed' : 'refused';
};
