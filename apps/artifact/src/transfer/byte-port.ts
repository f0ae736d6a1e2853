import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { ticketHeader } from '@holdfast/contracts';
import { spending, workBelow } from '@holdfast/kernel';
import { byteServer, ByteTls, toldOf, untilAllCame } from '@holdfast/platform/byte-ports';
import { log } from '@holdfast/platform/observability';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { artifactEnv, type ArtifactEnv } from '../artifact.env.js';
import { Tickets, type Receive, type Ticket } from './tickets.js';

/** Uploads may be as slow as they are: nothing here ends them but their client. */
const keepAlive = 60_000;
/** At the end connections that have nothing to do are closed so often (ms). */
const looking = 100;

/** The internal port for bytes: nothing without a ticket. */
@Injectable()
export class BytePort implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly server: Server;

  constructor(
    private readonly tickets: Tickets,
    @Inject(artifactEnv) private readonly env: Pick<ArtifactEnv, 'bytes' | 'drain'>,
  ) {
    const { tls } = env.bytes;
    const told = (err: unknown): void => log.error({ err }, 'the files for byte ports cannot be used');
    this.server = byteServer(
      tls && new ByteTls(tls, told),
      {},
      (request, response) => void this.serve(request, response),
    );
    this.server.requestTimeout = 0;
    this.server.keepAliveTimeout = keepAlive;
  }

  /** What the gateway is told, with a slash at its end; known once the application has started. */
  get address(): string {
    return `${toldOf(this.env.bytes, (this.server.address() as AddressInfo).port)}/`;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { host, port } = this.env.bytes;
    await new Promise<void>((listening, failed) => {
      this.server.once('error', failed);
      this.server.listen(port, host, listening);
    });
  }

  /**
   * While database and store are still there: transfers under way, and those that may come, have their time to the end,
   * and are broken off then.
   */
  async beforeApplicationShutdown(): Promise<void> {
    const { drain } = this.env;
    const left = drain - (await untilAllCame(() => this.tickets.areOut, drain));
    const closed = new Promise((done) => this.server.close(done));
    const look = setInterval(() => this.server.closeIdleConnections(), looking);
    const cut = setTimeout(() => this.server.closeAllConnections(), left);
    await closed;
    clearInterval(look);
    clearTimeout(cut);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.headers[ticketHeader];
    const ticket = typeof name === 'string' ? this.tickets.take(name, request.method) : undefined;
    try {
      if (!ticket) response.writeHead(403, { Connection: 'close' }).end();
      else await this.carry(ticket, request, response);
    } catch (error) {
      if (!response.headersSent && !response.destroyed)
        response.writeHead(503, { Connection: 'close' }).end();
      else response.destroy();
      if (isGone(error)) log.debug({ err: error }, 'a transfer broke off');
      else log.warn({ err: error }, 'a transfer failed');
    }
  }

  /** What the ticket allows, as a part of what it was given for. */
  private carry(ticket: Ticket, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = `exchange ${ticket.method === 'GET' ? 'download' : 'upload'}`;
    return workBelow(request.headers.traceparent, name, () => {
      if (ticket.method === 'GET') return this.send(ticket, response);
      if (request.method === 'DELETE') return this.giveUp(ticket, response);
      return this.receive(receiverOf(ticket, request), request, response);
    });
  }

  private async send(ticket: Extract<Ticket, { method: 'GET' }>, response: ServerResponse): Promise<void> {
    const source = await ticket.open();
    response.writeHead(200, { 'Content-Length': ticket.length });
    await pipeline(source, response);
  }

  /** The client went away before its body: an upload that breaks off at once gives back what was held for it. */
  private async giveUp(ticket: Extract<Ticket, { method: 'PUT' }>, response: ServerResponse): Promise<void> {
    await ticket.receive(brokenOff).catch(() => undefined);
    response.writeHead(204).end();
  }

  private async receive(receive: Receive, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = spending(request.iterator({ destroyOnReturn: false }));
    const answer = Buffer.from(JSON.stringify(await receive(body)));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  }
}

const receiverOf = (ticket: Extract<Ticket, { method: 'PUT' }>, { method }: IncomingMessage): Receive => {
  if (method !== 'POST') return ticket.receive;
  if (!ticket.adopt) throw new Error('these bytes were not to be staged elsewhere');
  return ticket.adopt;
};

const brokenOff: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.reject(Object.assign(new Error('the client went away'), { code: 'ECONNRESET' })),
  }),
};

const isGone = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
