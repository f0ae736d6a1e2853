import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  chunksOf,
  PushRoom,
  StandingCheck,
  TransferClient,
  TransferTurns,
  type RelayedRequest,
} from '@holdfast/vcs-spi/engine';
import { sameRepository } from '../door/dav-address.js';
import { rootHeader } from '../door/dav-headers.js';
import type { ViewDirectories } from '../process/view-directories.js';
import { decoded } from '../reading/xml-reader.js';
import type { DavClient } from '../server/dav-client.js';
import type { DavServer } from '../server/dav-server.js';
import { CommitDecision } from '../writing/commit-decision.js';
import type { CommitTurns } from '../writing/commit-turns.js';
import { answerHead } from './answer-head.js';
import { refuseDav } from './refused-dav.js';
import type { SubversionLimits } from './subversion-limits.js';
import { wholeBody, withinRoom } from './written-body.js';

/** The request that makes a revision names all locks that it needs (bytes). */
const mostOfMerge = 8 << 20;

export interface DavParts {
  server: DavServer;
  client: DavClient;
  views: ViewDirectories;
  gate: TransferGate;
  commits: CommitTurns;
  /** Hears of every revision. */
  committed: (directory: string) => void;
  limits: SubversionLimits;
}

interface DavExchange {
  grant: TransferGrant;
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
}

/** WebDAV and DeltaV: every request goes to the server, those that write as far as they may. */
export class DavTransfer {
  private readonly reads: TransferTurns;
  private readonly writes: TransferTurns;

  constructor(private readonly parts: DavParts) {
    const { reads, writes, queue } = parts.limits;
    this.reads = new TransferTurns(reads, queue);
    this.writes = new TransferTurns(writes, queue);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, gate } = this.parts;
    if (!isPlain(request))
      return refuseDav(response, 415, 'the body may be sent plain, in no content coding');
    const client = TransferClient.of(response, limits.idle);
    const standing = new StandingCheck(gate, grant, limits.trusted);
    const exchange = { grant, request, response, client };
    const isRead = grant.service === 'read';
    const body = hasBody(grant, request)
      ? standing.during(chunksOf(request, client, mostOf(grant)))
      : undefined;
    const work = async (): Promise<void> => {
      await standing.holds();
      await (isRead ? this.read(exchange, body) : this.write(exchange, body));
    };
    const refused = (): void => refuseDav(response, 503, 'too many transfers, try again');
    try {
      await (isRead ? this.reads : this.writes).run(grant, client, work, refused);
    } catch (error) {
      if (!(error instanceof BodyFailure)) throw error;
      refuseDav(response, error.status, error.message);
    }
  }

  private async read(exchange: DavExchange, body: AsyncIterable<Buffer> | undefined): Promise<void> {
    await this.relay(exchange, await this.requestOf(exchange, body));
  }

  private async write(exchange: DavExchange, body: AsyncIterable<Buffer> | undefined): Promise<void> {
    const { grant, response } = exchange;
    const { storage } = this.parts.gate;
    const room = new PushRoom(grant, this.parts.gate);
    storage?.wrote(grant.directory);
    try {
      const full = await room.refusalOfDisk();
      if (full !== undefined) return refuseDav(response, 507, full);
      if (grant.exchange.method === 'MERGE') return await this.merge(exchange, body);
      await this.relay(exchange, await this.requestOf(exchange, body && withinRoom(room, body)));
    } finally {
      storage?.wrote(grant.directory);
      room.leave();
    }
  }

  /** A revision is made of a transaction: the only request that does so. */
  private async merge(exchange: DavExchange, body: AsyncIterable<Buffer> | undefined): Promise<void> {
    const { grant, response } = exchange;
    const { gate, commits, limits } = this.parts;
    const whole = body ? await wholeBody(body) : Buffer.alloc(0);
    if (!staysInside(grant.exchange.headers[rootHeader] ?? '', whole.toString('utf8')))
      return refuseDav(response, 400, 'the request names an address outside of this repository');
    const asked = await this.requestOf(exchange, piecesOf(whole));
    const { directory } = grant;
    const done = await commits.run(directory, limits.commits, async () => {
      const decision = new CommitDecision(gate, grant);
      try {
        const refusal = await decision.refusal();
        if (refusal === undefined) await this.relay(exchange, asked, () => decision.end());
        else refuseDav(response, 403, refusal);
      } finally {
        await decision.end();
      }
      return true;
    });
    if (!done) refuseDav(response, 503, 'other commits are under way, try again');
    else this.parts.committed(directory);
  }

  /** `before`: what is done before the client hears of it. */
  private async relay(
    { response, client }: DavExchange,
    asked: RelayedRequest,
    before?: () => Promise<void>,
  ): Promise<void> {
    const { server, limits } = this.parts;
    const head = async (answer: IncomingMessage) => {
      await before?.();
      return answerHead(answer);
    };
    await server.transfers.relay(asked, response, client, { head, silence: limits.silence });
  }

  private async requestOf(
    { grant, request }: DavExchange,
    body: AsyncIterable<Buffer> | undefined,
  ): Promise<RelayedRequest> {
    const { server, client, views } = this.parts;
    const { directory, author = '-', exchange } = grant;
    await server.answers().catch((error: unknown) => {
      throw new BodyFailure(
        'broken',
        503,
        `${error instanceof Error ? error.message : String(error)}, try again`,
      );
    });
    const { [rootHeader]: root = '', destination, if: condition, ...headers } = exchange.headers;
    const here = `http://127.0.0.1:${server.port}`;
    return {
      method: exchange.method,
      path: exchange.path,
      headers: {
        ...headers,
        ...(destination === undefined ? {} : { destination: here + destination }),
        ...(condition === undefined ? {} : { if: condition.replace(/<(?=\/)/g, `<${here}`) }),
        ...(body ? sentHeaders(request) : {}),
        ...client.identity(await views.of(directory), root, author),
      },
      ...(body ? { body } : {}),
    };
  }
}

const hasBody = ({ exchange }: TransferGrant, { headers }: IncomingMessage): boolean =>
  exchange.method !== 'GET' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

const isPlain = ({ headers }: IncomingMessage): boolean =>
  /^(?:|identity)$/i.test(headers['content-encoding'] ?? '');

/** What describes the body. */
const sentHeaders = ({ headers }: IncomingMessage): Record<string, string> => {
  const sent: Record<string, string> = {};
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
    const value = headers[name];
    if (typeof value === 'string') sent[name] = value;
  }
  return sent;
};

/** The most bytes of a body that is looked at as a whole. */
const mostOf = ({ exchange }: TransferGrant): number =>
  exchange.method === 'MERGE' ? mostOfMerge : Infinity;

/** Whether every address in a body lies in the repository. */
const staysInside = (root: string, body: string): boolean =>
  [...body.matchAll(/<(?:[^\s:<>/]+:)?href[^<>]*>([^<]*)</g)].every(
    ([, href]) => sameRepository(root, decoded(href).trim()) !== undefined,
  );

async function* piecesOf(whole: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield whole;
}
