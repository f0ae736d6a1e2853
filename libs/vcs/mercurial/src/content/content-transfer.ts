import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  VcsRefusal,
  type ArchiveGrant,
  type ContentGrant,
  type Reading,
  type TransferGrant,
} from '@holdfast/vcs-spi';
import {
  archiveHead,
  BodyFailure,
  fileHead,
  refuse,
  TransferClient,
  TransferTurns,
  typeHeader,
  type RelayedHead,
} from '@holdfast/vcs-spi/engine';
import type { MercurialParts } from '../transfer/wire-transfer.js';
import { Elsewhere } from '../worker/elsewhere.js';
import { isHeavy } from '../worker/heavy-repositories.js';
import type { Worker } from '../worker/worker.js';

/** How long a file is looked for (ms). */
const looking = 20_000;

/** By this the program says how a file begins (base64). */
const beginningHeader = 'x-hf-beginning';

/** Bytes that are asked of the program. */
interface Asked {
  asked: object;
  head: (answer: IncomingMessage) => RelayedHead;
  /** It may be done by a program of its own, where it turns out that it would hold up others. */
  mayMove?: boolean;
  /** It is done by one. */
  isOwn?: boolean;
}

interface ContentQuestions {
  /** Asks the program in a turn of a reader. */
  ask: (
    operation: 'fileHead',
    input: { directory: string; reading: Reading; commit: string; path: string },
  ) => Promise<unknown>;
}

/** Files of commits, and archives of many, as the program says them. Nothing of them is kept. */
export class ContentTransfer {
  private readonly turns: TransferTurns;

  constructor(
    private readonly parts: Pick<MercurialParts, 'workers' | 'ownPrograms' | 'limits'> & ContentQuestions,
  ) {
    this.turns = new TransferTurns(parts.workers.turnPlaces('content'), parts.limits.queue);
  }

  async file(grant: TransferGrant & { file: ContentGrant }, response: ServerResponse): Promise<void> {
    const { commit, path } = grant.file;
    const { directory, owner } = grant;
    const reading = { owner, deadline: Date.now() + looking };
    const found = await this.parts
      .ask('fileHead', { directory, reading, commit, path })
      .catch(() => 'away' as const);
    if (found === 'away') return refuse(response, 503, 'too many files are read, try again');
    if (!isSized(found)) return refuse(response, 404, 'no such file');
    const { status, headers, range } = fileHead(grant.exchange.headers, grant.file, found.size);
    if (!range) return void response.writeHead(status, headers).end();
    const head = (answer: IncomingMessage): RelayedHead => {
      const beginning = Buffer.from(String(answer.headers[beginningHeader] ?? ''), 'base64');
      return headOf(status, { ...headers, ...typeHeader(beginning) });
    };
    await this.inTurn(grant, response, { asked: { commit, path, ...range }, head, mayMove: true });
  }

  async archive(grant: TransferGrant & { archive: ArchiveGrant }, response: ServerResponse): Promise<void> {
    const { commit, format, path, prefix } = grant.archive;
    const head = archiveHead(grant.exchange.headers, grant.archive, grant.repository);
    if (head.status !== 200) return void response.writeHead(head.status, head.headers).end();
    await this.inTurn(grant, response, {
      asked: { commit, format, path, prefix },
      head: () => headOf(200, head.headers),
      // It begins before anybody knows what is in it.
      isOwn: await isHeavy(grant.directory),
    });
  }

  private async inTurn(
    grant: TransferGrant,
    response: ServerResponse,
    { asked, head, mayMove = false, isOwn = false }: Asked,
  ): Promise<void> {
    const { workers, ownPrograms, limits } = this.parts;
    const client = TransferClient.of(response, limits.idle);
    const body = Buffer.from(JSON.stringify({ ...asked, directory: grant.directory }));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = { method: 'POST', path: '/content', headers, mayMove };
    const found = (answer: IncomingMessage): RelayedHead => {
      if (answer.statusCode === 404) throw new BodyFailure('refused', 404, 'no such file');
      if (answer.statusCode !== 200) throw new BodyFailure('broken', 500, 'Mercurial failed on the server');
      return head(answer);
    };
    const relay = (worker: Worker): Promise<void> =>
      worker.relay({ ...request, body: only(body) }, response, client, {
        head: found,
        silence: limits.silence,
      });
    const own = (): Promise<void> => ownPrograms.during(grant.owner, { signal: client.gone }, relay);
    const work = async (): Promise<void> => {
      if (isOwn) return own();
      await workers.during('content', relay).catch((error: unknown) => {
        if (error instanceof Elsewhere) return own();
        throw error;
      });
    };
    const refused = (): void => refuse(response, 503, 'too many files are read, try again');
    await this.turns.run(
      grant,
      client,
      () =>
        work().catch((error: unknown) => {
          if (error instanceof BodyFailure) refuse(response, error.status, error.message);
          else if (error instanceof VcsRefusal) refuse(response, 503, `${error.message}, try again`);
          else throw error;
        }),
      refused,
    );
  }
}

const isSized = (value: unknown): value is { size: number } =>
  typeof value === 'object' && value !== null && 'size' in value;

const headOf = (status: number, headers: Readonly<Record<string, string>>): RelayedHead => ({
  status,
  reason: STATUS_CODES[status] ?? '',
  headers: Object.entries(headers).flat(),
});

async function* only(body: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(body);
}
