import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { CallContext } from '@holdfast/kernel';
import { lastValueFrom } from 'rxjs';
import { log } from '../observability/logger.js';
import type { Rpc } from '../rpc/rpc.js';
import type { CallMessage, ReplyMessage } from '../rpc/wire.js';

type Handler = (ctx: CallContext, input: unknown) => Promise<unknown>;

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
      const bound = (handler.extras as { node?: boolean } | undefined)?.node === true;
      const subject = bound ? `${pattern}.${this.node ?? 'none'}` : pattern;
      const run = handler as unknown as Handler;
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

  private async answer(run: Handler, message: Msg): Promise<void> {
    let reply: ReplyMessage;
    try {
      const { ctx, input } = message.json<CallMessage>();
      if (ctx.deadline < Date.now()) return;
      const stream = this.transformToObservable(await run(ctx, input));
      reply = (await lastValueFrom(stream)) as ReplyMessage;
    } catch (error) {
      log.error({ err: error, subject: message.subject }, 'a call could not be handled');
      reply = { error: { code: 'fault' } };
    }
    try {
      this.rpc.respond(message, JSON.stringify(reply));
    } catch (error) {
      log.error({ err: error, subject: message.subject }, 'an answer could not be sent');
      this.rpc.respond(message, JSON.stringify({ error: { code: 'fault' } } satisfies ReplyMessage));
    }
  }
}
