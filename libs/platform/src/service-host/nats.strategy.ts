import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { CallInput, Children, ListChildren } from '@holdfast/contracts';
import { DomainError, type CallContext, type Page } from '@holdfast/kernel';
import { lastValueFrom } from 'rxjs';
import { log } from '../observability/logger.js';
import type { Rpc } from '../rpc/rpc.js';
import { replyText, type CallMessage, type ReplyMessage } from '../rpc/wire.js';
import type { HandlerExtras } from './handles.decorator.js';
import { childrenLines, pageLines, type ListsChildren } from './reply-form.js';

type Handler = (ctx: CallContext, input: unknown) => Promise<ReplyMessage>;

/**
 * Serves the handlers of a Nest application over one broker connection: replicas share a subject by a queue
 * group; operations on a storage node's data carry the node's name as the last token.
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly rpc: Rpc,
    private readonly service: string,
    private readonly node?: string,
  ) {
    super();
  }

  listen(ready: () => void): void {
    for (const [pattern, handler] of this.messageHandlers) {
      const extras = (handler.extras ?? {}) as HandlerExtras;
      const subject = extras.node ? `${pattern}.${this.node ?? 'none'}` : pattern;
      const run = this.inForm(handler as unknown as Handler, extras);
      this.subscriptions.push(
        this.rpc.connection.subscribe(subject, {
          queue: this.service,
          callback: (fault, message) => {
            if (!fault) void this.answer(run, message);
          },
        }),
      );
    }
    ready();
  }

  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
  }

  /** The transport has no events of its own; `Rpc` tells of the connection. */
  on(): void {}

  unwrap<T>(): T {
    return this.rpc as T;
  }

  /** The handler, with its answer in the form in which it travels. */
  private inForm(handler: Handler, { form }: HandlerExtras): Handler {
    const run: Handler = async (ctx, input) =>
      lastValueFrom(this.transformToObservable(await handler(ctx, input)));
    if (!form) return run;
    return async (ctx, input) => {
      const reply = await run(ctx, input);
      if (reply.error) return reply;
      if ('children' in form)
        return { value: childrenLines(reply.value as Children, (input as ListChildren).parents) };
      const { children = [] } = input as CallInput;
      return {
        value: await pageLines(reply.value as Page<object>, form.page, children, this.childrenFor(ctx)),
      };
    };
  }

  /** The service's own answer to the question for children; a service without one knows none. */
  private childrenFor(ctx: CallContext): ListsChildren {
    return async (asked) => {
      const handler = [...this.messageHandlers.values()].find(({ extras }) => {
        const { form } = (extras ?? {}) as HandlerExtras;
        return form !== undefined && 'children' in form;
      });
      if (!handler) return {};
      const stream = this.transformToObservable(await (handler as unknown as Handler)(ctx, asked));
      const { value, error } = (await lastValueFrom(stream)) as ReplyMessage<Children>;
      if (error) throw DomainError.fromWire(error);
      return value ?? {};
    };
  }

  private async answer(run: Handler, message: Msg): Promise<void> {
    let reply: ReplyMessage;
    try {
      const { ctx, input } = message.json<CallMessage>();
      if (ctx.deadline < Date.now()) return;
      reply = await run(ctx, input);
    } catch (error) {
      if (error instanceof DomainError) reply = { error: error.toWire() };
      else {
        log.error({ err: error, subject: message.subject }, 'a call could not be handled');
        reply = { error: { code: 'fault' } };
      }
    }
    try {
      this.rpc.respond(message, replyText(reply));
    } catch (error) {
      log.error({ err: error, subject: message.subject }, 'an answer could not be sent');
      this.rpc.respond(message, JSON.stringify({ error: { code: 'fault' } } satisfies ReplyMessage));
    }
  }
}
