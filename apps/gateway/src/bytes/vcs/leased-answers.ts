import type { IncomingMessage } from 'node:http';
import { leaseHeader, readLease, type AnswerLease } from '@holdfast/kernel';
import type { EngineRequest } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { AdmittedContext } from '../admission.js';
import { mustGoOn, type Exchange } from '../exchange.js';
import { passedHeaders } from '../relay.js';
import { countBytes } from '../send-body.js';
import { answer } from '../small-answer.js';
import type { TransferAnswer } from '../transfer.js';
import type { AnswerHead } from '../upstream/answer-head.js';
import { isSameDecision, readKeyOf, type DecidedRead } from './kept-permits.js';

/** Longer questions (characters, head and body) are asked each time, and longer answers (bytes) are not kept. */
const longest = 4 << 10;
/** All answers that are kept (bytes), and what one of them takes beside its texts. */
const mostBytes = 4 << 20;
const least = 1_000;
/** Nothing is kept for longer (ms), whatever is promised. */
const oldest = 10_000;

/** A whole answer as its client gets it; `headers`: names and values, alternating. */
interface SmallAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

interface Kept {
  readonly decided: DecidedRead;
  readonly state: string;
  readonly answer: SmallAnswer;
}

interface Leased {
  readonly state: string;
  readonly until: number;
}

/**
 * Answers of byte processes that are given again without asking (`AnswerLease`). Each request is decided about here as
 * ever, and its caller gets what was answered to himself, while caller, project and repository are the very objects by
 * which that was decided.
 */
export class LeasedAnswers {
  private readonly kept: LRUCache<string, Kept>;
  /** The state of each repository, by the object that it was asked for. */
  private leases = new WeakMap<DecidedRead['repository'], Leased>();

  constructor(readonly now: () => number = () => performance.now()) {
    this.kept = new LRUCache<string, Kept>({
      maxSize: mostBytes,
      ttl: oldest,
      ttlResolution: 0,
      perf: { now },
      sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length + least,
    });
  }

  /** A read that is to be asked; undefined: not all of it is there, or it is long. Its body stays where it is. */
  question(
    ctx: AdmittedContext,
    service: string,
    req: IncomingMessage,
    asked: EngineRequest,
  ): LeasedQuestion | undefined {
    const words = wordsOf(req, asked);
    return words === undefined
      ? undefined
      : new LeasedQuestion(this, ctx, `${readKeyOf(ctx, service)}\0${words}`);
  }

  take(key: string, by: DecidedRead): SmallAnswer | undefined {
    const lease = this.leases.get(by.repository);
    if (!lease || this.now() >= lease.until) return undefined;
    const kept = this.kept.get(key);
    return kept && kept.state === lease.state && isSameDecision(kept.decided, by) ? kept.answer : undefined;
  }

  /** `until`: the end of the lease. */
  keep(key: string, kept: Kept, until: number): void {
    const { decided, state } = kept;
    this.kept.set(key, kept);
    const before = this.leases.get(decided.repository);
    // Another state begins only after the leases of the one before.
    if (!before || before.until < until) this.leases.set(decided.repository, { state, until });
  }

  /** A byte process has gone: who follows it does not know what it has promised. */
  forget(): void {
    this.leases = new WeakMap();
    this.kept.clear();
  }
}

/** One question, from before it is asked. */
export class LeasedQuestion {
  private readonly since: number;
  private readonly decided: DecidedRead;

  constructor(
    private readonly answers: LeasedAnswers,
    { principal, project, repository }: DecidedRead,
    private readonly key: string,
  ) {
    this.since = answers.now();
    this.decided = { principal, project, repository };
  }

  /** Whether it needed not be asked, and has its answer. */
  async answered(exchange: Exchange): Promise<boolean> {
    const known = this.answers.take(this.key, this.decided);
    if (!known) return false;
    mustGoOn(exchange);
    countBytes(exchange, exchange.req.readableLength);
    await send(exchange, known);
    return true;
  }

  /**
   * Passes on an answer that may be given again, and keeps it; undefined: it is none. `passed`: headers that the client
   * sees.
   */
  passOn(exchange: Exchange, answered: TransferAnswer, passed: readonly string[]): Promise<void> | undefined {
    const lease = leaseOf(answered.head);
    return lease && this.keep(exchange, answered, passed, lease);
  }

  private async keep(
    exchange: Exchange,
    { head, upstream, stop }: TransferAnswer,
    passed: readonly string[],
    { lasts, state }: AnswerLease,
  ): Promise<void> {
    // Memory of its own, and no piece of what Node shares among small buffers, which would be kept with it.
    const body = Buffer.allocUnsafeSlow(Number(head.headers['content-length']));
    let bytes = 0;
    const isWhole = await upstream.carry((piece) => {
      bytes += piece.copy(body, bytes);
      return true;
    });
    if (!isWhole) throw new Error('a small answer broke off');
    stop();
    const { status, reason } = head;
    const whole = { status, reason, headers: passedHeaders(head, passed), body };
    const { key, decided, since } = this;
    this.answers.keep(key, { decided, state, answer: whole }, since + lasts);
    await send(exchange, whole);
  }
}

const send = (exchange: Exchange, { status, reason, headers, body }: SmallAnswer): Promise<void> =>
  answer(exchange, status, reason, [...headers], body);

const sizeOf = ({ headers, body }: SmallAnswer): number =>
  headers.reduce((bytes, word) => bytes + word.length, body.length);

/** All of a question on which its answer depends. */
const wordsOf = (req: IncomingMessage, { method, path, headers }: EngineRequest): string | undefined => {
  if (!req.complete || req.readableLength > longest) return undefined;
  // Where there is none, to read it would be to hear its end, for which others still wait.
  const body = req.readableLength > 0 ? (req.read() as Buffer) : undefined;
  if (body) req.unshift(body);
  const { 'content-type': type, 'content-encoding': coding } = req.headers;
  const words = JSON.stringify([method, path, headers, type, coding, body?.toString('latin1')]);
  return words.length > longest ? undefined : words;
};

/** Undefined: the answer has none, or is none that is kept. One that is kept says its length. */
const leaseOf = ({ status, headers }: AnswerHead): AnswerLease | undefined => {
  const { [leaseHeader]: lease, 'content-length': length } = headers;
  if (status !== 200 || lease === undefined || length === undefined || Number(length) > longest)
    return undefined;
  return readLease(lease);
};
