import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { NoAnswer } from './no-answer.js';
import { RandomTokens } from './random-tokens.js';

/** Where alone a call can be answered. */
export interface CallPlace {
  place: string;
  subject: string;
}

interface Pending {
  resolve: (message: Msg) => void;
  reject: (reason: NoAnswer) => void;
  deadline: number;
  at: CallPlace | undefined;
  /** By the clock that never goes back (ms). */
  sent: number;
}

/** Milliseconds between two looks at the deadlines. No deadline is more exact than this. */
const sweepEvery = 50;
/** So many subjects that nobody serves are known. */
const mostUnserved = 1_000;

/**
 * The calls of this part that wait for an answer, all in one inbox. Each is answered at a random subject, which only
 * whoever serves the call gets to know. This is needed because everybody who serves some call of this part may write
 * into all its inboxes: he could answer a call of another if he knew where. The subjects of the client library are easy
 * to guess. It also makes an error, a timer and four promises for every call.
 */
export class PendingCalls {
  private readonly calls = new Map<string, Pending>();
  /** Subjects of places that nobody served, and when that was last found out by a call. */
  private readonly unserved = new Map<string, number>();
  private readonly tokens = new RandomTokens();
  private readonly inbox: string;
  private sweeper: NodeJS.Timeout | undefined;

  constructor(connection: NatsConnection, prefix: string) {
    this.inbox = `${prefix}.${this.tokens.next()}`;
    connection.subscribe(`${this.inbox}.*`, {
      callback: (fault, message) => {
        if (!fault) this.answered(message);
      },
    });
  }

  /**
   * Registers a call; `send` gets the subject to answer on. `deadline` in milliseconds since the epoch; `at`: absent
   * where several may answer it.
   */
  wait(deadline: number, send: (reply: string) => void, at?: CallPlace): Promise<Msg> {
    const token = this.tokens.next();
    this.sweeper ??= setInterval(() => this.sweep(), sweepEvery);
    return new Promise((resolve, reject) => {
      send(`${this.inbox}.${token}`);
      this.calls.set(token, { resolve, reject, deadline, at, sent: at ? performance.now() : 0 });
    });
  }

  /** The connection broke: answers that were under way are lost. */
  disconnected(): void {
    this.unserved.clear();
    this.lose('disconnected', () => true);
  }

  /**
   * The process there has ended, and took no calls after `until`. One that was sent later, or after nobody served its
   * subject any more, was not for it: who serves the place next answers it, or the broker says that nobody does.
   */
  ended(place: string, until = Infinity): void {
    const wasForIt = ({ subject }: CallPlace, sent: number): boolean =>
      sent <= Math.min(until, this.unserved.get(subject) ?? Infinity);
    this.lose('ended', ({ at, sent }) => at?.place === place && wasForIt(at, sent));
  }

  /** What was to be answered at this subject has not been sent. */
  unsent(reply: string): void {
    const token = this.tokenIn(reply);
    this.calls.get(token)?.reject('unsent');
    this.calls.delete(token);
  }

  private tokenIn(subject: string): string {
    return subject.slice(this.inbox.length + 1);
  }

  private answered(message: Msg): void {
    const token = this.tokenIn(message.subject);
    const call = this.calls.get(token);
    if (!call) return;
    this.calls.delete(token);
    // If nobody serves the subject, the broker itself answers, with a status and no body.
    const isServed = message.data.length > 0 || message.headers?.code !== 503;
    if (call.at) this.note(call.at, isServed ? undefined : call.sent);
    if (isServed) call.resolve(message);
    else call.reject('nobody');
  }

  /** `unserved`: nobody served it any more when this was sent. */
  private note({ subject }: CallPlace, unserved: number | undefined): void {
    if (unserved === undefined) this.unserved.delete(subject);
    else if (this.unserved.has(subject) || this.unserved.size < mostUnserved)
      this.unserved.set(subject, unserved);
  }

  private lose(reason: NoAnswer, which: (each: Pending) => boolean): void {
    for (const [token, each] of this.calls) {
      if (!which(each)) continue;
      this.calls.delete(token);
      each.reject(reason);
    }
  }

  private sweep(): void {
    const now = Date.now();
    this.lose('late', ({ deadline }) => deadline <= now);
    if (this.calls.size > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }
}
