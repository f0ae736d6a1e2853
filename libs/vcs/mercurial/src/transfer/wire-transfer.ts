import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { VcsRefusal, type TransferGate, type TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  chunksOf,
  PushRoom,
  refuse,
  StandingCheck,
  TransferClient,
  TransferTurns,
  type RelayedHead,
} from '@holdfast/vcs-spi/engine';
import { commandOf } from '../door/mercurial-http.js';
import { Elsewhere } from '../worker/elsewhere.js';
import { isHeavy } from '../worker/heavy-repositories.js';
import type { OwnPrograms } from '../worker/own-programs.js';
import type { Worker } from '../worker/worker.js';
import type { Workers } from '../worker/workers.js';
import type { MercurialLimits } from './mercurial-limits.js';
import { pushOf } from './pushed-body.js';
import { TransactionJudge } from './push-judge.js';
import type { PushQuestions } from './push-questions.js';

/** What transfers stand on. */
export interface MercurialParts {
  gate: TransferGate;
  workers: Workers;
  ownPrograms: OwnPrograms;
  questions: PushQuestions;
  limits: MercurialLimits;
  /** Hears that something was pushed. */
  pushed: (directory: string) => void;
}

/** Mercurial's protocol over HTTP: requests go to hgweb as they are, with what the grant allows in headers of ours. */
export class WireTransfer {
  private readonly fetches: TransferTurns;
  private readonly pushes: TransferTurns;

  constructor(private readonly parts: MercurialParts) {
    const { workers, limits } = parts;
    this.fetches = new TransferTurns(workers.turnPlaces('fetch'), limits.queue);
    this.pushes = new TransferTurns(workers.turnPlaces('push'), limits.queue);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = TransferClient.of(response, this.parts.limits.idle);
    const turns = grant.service === 'write' ? this.pushes : this.fetches;
    const refused = (): void => refuse(response, 503, 'too many transfers, try again');
    const work = (): Promise<void> =>
      this.carry(grant, request, response, client).catch((error: unknown) => {
        if (error instanceof VcsRefusal) refuse(response, 503, `${error.message}, try again`);
        else if (error instanceof BodyFailure) refuse(response, error.status, error.message);
        else throw error;
      });
    await turns.run(grant, client, work, refused);
  }

  private async carry(
    grant: TransferGrant,
    request: IncomingMessage,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const { gate, workers, ownPrograms, limits } = this.parts;
    const { exchange, service, owner } = grant;
    const standing = new StandingCheck(gate, grant, limits.trusted);
    await standing.holds();
    const transfer = { grant, request, response, client };
    if (service !== 'write') {
      const hasBody = exchange.method !== 'GET';
      const body = hasBody ? standing.during(chunksOf(request, client, limits.request)) : undefined;
      const isOwn = commandOf(exchange.path) === 'getbundle' && (await isHeavy(grant.directory));
      return this.attempt(transfer, { body }, (relay) =>
        isOwn ? ownPrograms.during(owner, { signal: client.gone }, relay) : workers.during('fetch', relay),
      );
    }
    const push = await pushOf(request, client, { exchange, small: limits.smallPush });
    if (!push.isLarge)
      try {
        await this.attempt(transfer, { body: push.body(), small: push.isPlain }, (relay) =>
          workers.during('push', relay),
        );
        return;
      } catch (error) {
        if (!(error instanceof Elsewhere)) throw error;
      }
    await this.attempt(transfer, { body: push.body() }, (relay) =>
      ownPrograms.during(owner, { sent: push.sent }, relay),
    );
  }

  /** Has one program answer a request. */
  private async attempt(
    { grant, request, response, client }: Transfer,
    { body, small = false }: { body: AsyncIterable<Buffer> | undefined; small?: boolean },
    within: (relay: (worker: Worker) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { gate, questions, limits, pushed } = this.parts;
    const { exchange, service, directory } = grant;
    const writes = service === 'write';
    const room = new PushRoom(grant, gate);
    const judge = new TransactionJudge(grant, { gate, room, most: limits.names });
    const id = randomUUID();
    const close = writes ? questions.open(id, judge) : () => undefined;
    const asked = {
      method: exchange.method,
      path: `/wire${exchange.path.slice(1)}`,
      headers: {
        ...exchange.headers,
        ...(body ? bodyHeaders(request) : {}),
        'x-hf-directory': encodeURIComponent(directory),
        'x-hf-transfer': id,
        'x-hf-write': writes ? '1' : '0',
        'x-hf-small': small ? '1' : '0',
      },
      ...(body ? { body: writes ? roomFor(body, room) : body } : {}),
    };
    const relay = (worker: Worker): Promise<void> =>
      worker.relay({ ...asked, writes }, response, client, { head: shownHead, silence: limits.silence });
    try {
      await within(relay);
    } finally {
      // Without its client a transaction goes on. Without its process it does not: then the repository tells its end.
      if (client.gone.aborted) await judge.settled();
      close();
      await judge.finish();
      room.leave();
      if (judge.changed) pushed(directory);
    }
  }
}

interface Transfer {
  grant: TransferGrant;
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
}

const bodyHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  'content-type': headers['content-type'] ?? 'application/mercurial-0.1',
  ...(headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] }),
});

/** The same body, as far as there is room for it. */
async function* roomFor(body: AsyncIterable<Buffer>, room: PushRoom): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    const full = await room.refusalOf(bytes);
    if (full !== undefined) throw new BodyFailure('too_large', 507, full);
    yield chunk;
  }
}

const shown = ['content-type', 'content-length'];

const shownHead = ({ statusCode = 502, statusMessage = '', headers }: IncomingMessage): RelayedHead => ({
  status: statusCode,
  reason: statusMessage.replace(/[^\x20-\x7e]/g, ' '),
  headers: shown.flatMap((name) => (headers[name] === undefined ? [] : [name, String(headers[name])])),
});
