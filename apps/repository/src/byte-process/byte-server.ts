import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { permitHeaders } from '@holdfast/contracts';
import { workBelow } from '@holdfast/kernel';
import { byteServer, untilAllCame, type BytePlace, type ByteTls } from '@holdfast/platform/byte-ports';
import type { VcsEngine } from '@holdfast/vcs-spi';
import type { StagedBodies } from '../staging/staged-bodies.js';
import type { UploadGrant } from '../staging/uploaded-file.js';
import { Occupancy } from './occupancy.js';
import type { ArrivalGrant } from '../relocation/arrival.js';
import type { ByteGrant } from './messages.js';
import type { Permits } from './permits.js';
import { writesTo, type Tickets } from './tickets.js';

/** At the end who has a ticket or a permit may come for so long (ms). */
const awaiting = 1_000;

/** The byte door: closed to everything without a ticket or a permit. */
export class ByteServer {
  readonly occupancy = new Occupancy();
  private readonly server: Server;
  private exchanges = 0;

  constructor(
    private readonly doors: { tickets: Tickets; permits?: Permits },
    private readonly engines: ReadonlyMap<string, VcsEngine>,
    private readonly bodies: StagedBodies | undefined,
    private readonly arrivals: Arrivals | undefined,
    private readonly uploads: Uploads | undefined,
    private readonly fault: (error: unknown) => void,
    tls?: ByteTls,
  ) {
    this.server = byteServer(
      tls,
      { keepAliveTimeout: 60_000, requestTimeout: 0, headersTimeout: 20_000, highWaterMark: 256 * 1024 },
      (request, response) => {
        this.serve(request, response).catch((error: unknown) => {
          this.fault(error);
          if (response.headersSent) response.destroy();
          else response.writeHead(500, 'fault').end();
        });
      },
    );
  }

  /** Answers the port. */
  async listen({ host, port }: Pick<BytePlace, 'host' | 'port'>): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** How many exchanges are under way. */
  get busy(): number {
    return this.exchanges;
  }

  /** Lets those come who were let in, then takes no new exchange; waits at most `grace` ms for all of them. */
  async close(grace: number): Promise<void> {
    const { tickets, permits } = this.doors;
    const isAwaited = (): boolean => tickets.areOut || permits?.areInUse === true;
    const left = grace - (await untilAllCame(isAwaited, Math.min(awaiting, grace)));
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const timer = setTimeout(() => this.server.closeAllConnections(), left);
    await closed;
    clearTimeout(timer);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const grant = this.grantOf(request);
    const exchange = grant && this.exchangeOf(grant);
    if (!exchange) {
      // The body of somebody without a ticket is not read.
      response.writeHead(421, { 'Content-Length': 0, Connection: 'close' }).end();
      return;
    }
    this.exchanges += 1;
    const leave =
      'repository' in grant
        ? this.occupancy.enter(grant.repository, writesTo(grant) !== undefined, response)
        : undefined;
    try {
      // Errors of a vanished client show as the end of the body or the close of the answer.
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      await workBelow(request.headers.traceparent, `exchange ${nameOf(grant)}`, () =>
        exchange(request, response),
      );
    } finally {
      this.exchanges -= 1;
      leave?.();
    }
  }

  /** What the request may, by its permit or its ticket. */
  private grantOf({ headers, method = '', url = '' }: IncomingMessage): ByteGrant | undefined {
    const { tickets, permits } = this.doors;
    const [use, exchange] = [headers[permitHeaders.use], headers[permitHeaders.exchange]];
    if (permits && typeof use === 'string' && typeof exchange === 'string')
      return permits.redeem(use, { method, path: url, exchange });
    const ticket = headers['x-hf-ticket'];
    return tickets.redeem(typeof ticket === 'string' ? ticket : undefined, method, url);
  }

  /** Who does what the ticket allows; undefined: nobody can. */
  private exchangeOf(grant: ByteGrant): Exchanging | undefined {
    const { bodies, arrivals, uploads } = this;
    if ('arrival' in grant) return arrivals && ((request, response) => arrivals(grant, request, response));
    if ('upload' in grant) return uploads && ((request, response) => uploads(grant, request, response));
    if ('body' in grant) return bodies && ((request, response) => bodies.exchange(grant, request, response));
    const engine = this.engines.get(grant.kind);
    return engine && ((request, response) => engine.exchange(grant, request, response));
  }
}

/** What a ticket is for, in words of ours. */
const nameOf = (grant: ByteGrant): string => {
  if ('arrival' in grant) return 'arrival';
  if ('upload' in grant) return 'upload';
  return 'body' in grant ? 'body' : `${grant.kind} ${grant.service}`;
};

/** Takes repositories in that other nodes send. */
export type Arrivals = (
  grant: ArrivalGrant,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** Takes files in from which repositories are filled. */
export type Uploads = (
  grant: UploadGrant,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

type Exchanging = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
