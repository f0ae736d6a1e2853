import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bufferSpent, leaseHeader, writtenLease, type AnswerLease } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import type { RelayedHead } from '@holdfast/vcs-spi/engine';
import { LRUCache } from 'lru-cache';
import { LookedUpRevisions } from '../process/looked-up-revisions.js';
import type { ReadLeases } from '../process/read-leases.js';
import type { DavExchange, JudgedBody } from './dav-bodies.js';

/** Longer questions (characters, with their heads) are not remembered. */
export const longestQuestion = 4 << 10;
/** Nor are answers of more bytes. */
const longestAnswer = 128 << 10;
/** Of all repositories together (bytes), and what one of them takes beside its texts. */
const mostBytes = 16 << 20;
const least = 1_000;
/** So many repositories in which messages change are known. */
const mostRevised = 2_000;

/** An answer as clients got it, at the newest revision that the repository had before the question. */
export interface KeptAnswer {
  readonly revision: number;
  readonly head: RelayedHead;
  readonly body: Buffer;
}

/** The answer that is known, or how it becomes known. */
export type AskedAnswer =
  | { readonly known: KeptAnswer }
  | {
      readonly known?: undefined;
      /** What is read of the body, while it is remembered too. */
      readonly heard: (head: RelayedHead, answer: IncomingMessage) => AsyncIterable<Buffer>;
    };

/**
 * Answers to `OPTIONS`, and logs. A client asks five times before it does anything: what the server can do, and which
 * revision is the newest; and after each commit all who watch a repository ask for the same log. Both hold until there
 * is another revision. What a revision says of itself may change besides: logs are not remembered for a while then.
 */
export class KeptAnswers {
  private readonly kept: LRUCache<string, KeptAnswer>;
  private readonly revisions = new LookedUpRevisions();
  private readonly beingRevised: LRUCache<string, true>;
  /** Who comes after this process may answer otherwise at the same revision. */
  private readonly process = randomBytes(6).toString('hex');

  /** `lasting`: how long an answer is remembered (ms). `leases`: what those who commit wait for. */
  constructor(
    lasting: number,
    private readonly leases: Pick<ReadLeases, 'give'>,
  ) {
    this.kept = new LRUCache<string, KeptAnswer>({
      maxSize: mostBytes,
      ttl: lasting,
      ttlResolution: 0,
      sizeCalculation: ({ body }, question) => body.length + question.length + least,
    });
    this.beingRevised = new LRUCache<string, true>({ max: mostRevised, ttl: lasting, ttlResolution: 0 });
  }

  /** Whether a question of this sort may be remembered. */
  mayKnow({ exchange: { method } }: TransferGrant): boolean {
    return method === 'OPTIONS' || method === 'REPORT';
  }

  /**
   * What is remembered of the question, if it still holds; `whole`: its body as it came. It is known only where the
   * very same was judged before.
   */
  known(grant: TransferGrant, whole: Buffer | undefined): KeptAnswer | undefined {
    const { directory, exchange } = grant;
    if (exchange.method === 'REPORT' && this.beingRevised.has(directory)) return undefined;
    const known = this.kept.get(questionOf(grant, whole));
    return known && known.revision === this.revisions.known(directory) ? known : undefined;
  }

  /** Of an answer that has just been found to be known. Logs have none: messages change without a commit. */
  leaseOf({ directory, exchange }: TransferGrant, { revision }: KeptAnswer): AnswerLease | undefined {
    const lasts = exchange.method === 'OPTIONS' ? this.leases.give(directory) : undefined;
    return lasts === undefined ? undefined : { lasts, state: `${this.process}.${revision}` };
  }

  /** To be asked at the beginning of an exchange; undefined: nothing of it is remembered. */
  newestOf(grant: TransferGrant): DavExchange['newest'] {
    if (!this.mayKnow(grant)) return undefined;
    return this.revisions.of(grant.directory).catch(() => undefined);
  }

  /** Undefined: it is a question that is not remembered. */
  async of({ grant, newest }: DavExchange, body?: JudgedBody): Promise<AskedAnswer | undefined> {
    const { directory, exchange } = grant;
    if (exchange.method === 'REPORT' && !(body?.root === 'log-report' && !this.beingRevised.has(directory)))
      return undefined;
    const revision = await newest;
    if (revision === undefined) return undefined;
    const question = questionOf(grant, body?.whole);
    if (question.length > longestQuestion) return undefined;
    const known = this.kept.get(question);
    if (known?.revision === revision) return { known };
    // It is as old as its question, however slowly it is read: what was asked before `revising` does not outlast it.
    const start = performance.now();
    const keep = (head: RelayedHead, text: Buffer): void =>
      void this.kept.set(question, { revision, head: withLength(head, text.length), body: text }, { start });
    return { heard: (head, answer) => remembered(answer, (text) => keep(head, text)) };
  }

  /** To be said before a change of what a revision of this repository says of itself, and after it. */
  revising(directory: string): void {
    this.beingRevised.set(directory, true);
  }
}

const questionOf = ({ directory, exchange }: TransferGrant, whole: Buffer | undefined): string =>
  JSON.stringify([directory, exchange, whole?.toString('latin1')]);

/** The server says no length of what it makes while it sends it. All of it is here now, so its length is known. */
const withLength = (head: RelayedHead, length: number): RelayedHead =>
  head.headers.some((word, at) => at % 2 === 0 && word === 'content-length')
    ? head
    : { ...head, headers: [...head.headers, 'content-length', String(length)] };

/** Gives a client a remembered answer, as the first one got it; nothing where he has left. */
export const repeat = (response: ServerResponse, { head, body }: KeptAnswer, lease?: AnswerLease): void => {
  if (response.destroyed) return;
  bufferSpent(body.length);
  const told = lease === undefined ? [] : [leaseHeader, writtenLease(lease)];
  response.writeHead(head.status, head.reason, [...head.headers, ...told]);
  response.end(body);
};

async function* remembered(answer: IncomingMessage, keep: (text: Buffer) => void): AsyncGenerator<Buffer> {
  let pieces: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > longestAnswer) pieces = undefined;
    pieces?.push(piece);
    yield piece;
  }
  if (!pieces || !answer.complete || answer.statusCode !== 200) return;
  // Its own memory, and no piece of what Node shares among small ones, which would be kept with it.
  const text = Buffer.allocUnsafeSlow(bytes);
  pieces.reduce((at, piece) => at + piece.copy(text, at), 0);
  keep(text);
}
