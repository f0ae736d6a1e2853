import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { ServerResponse } from 'node:http';
import { VcsRefusal } from '../vcs-refusal.js';
import { BodyFailure } from './body-failure.js';
import { endedRequest, type GivingUp } from './ended-request.js';
import { drained, give } from './given-piece.js';
import { SilenceWatch } from './silence-watch.js';
import type { TransferClient } from './transfer-client.js';

/** Where an engine listens: at a Unix socket, or at a port of this machine. */
export type EngineAddress =
  { readonly socketPath: string } | { readonly host: string; readonly port: number };

/** A request as the engine gets it. */
export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Its chunks, read as fast as the engine takes them; absent: it has no body. */
  readonly body?: AsyncIterable<Buffer>;
  /** For whom it was made; absent: for whoever listens when it is sent. */
  readonly to?: EngineAddress;
}

/** The head of an answer, as the client gets it: `headers` by name and value, one after the other. */
export interface RelayedHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
}

export interface RelaySettings {
  /**
   * What the client sees of what the engine answers, once it may see that. Throw a BodyFailure for another answer in
   * its place.
   */
  readonly head: (answer: IncomingMessage) => RelayedHead | Promise<RelayedHead>;
  /** What the client gets of the body; absent: all of it, as it comes. */
  readonly body?: (answer: IncomingMessage) => AsyncIterable<Buffer>;
  /** For so long the engine may say nothing when the request is there (ms). */
  readonly silence: number;
  /**
   * What the engine has begun goes on until it begins to answer, though the client is gone: `head` hears of its end.
   * Where this is aborted, by a BodyFailure, it is ended at once.
   */
  readonly outlasts?: AbortSignal;
  /** Hears until when the engine may be busy with a request that was given up. */
  readonly left?: (over: Promise<void>) => void;
}

/** More of an answer to a question is not kept (bytes): some four times what all names of a repository may take. */
const longest = 128 << 20;

const away = 'the repository cannot be reached, try again';

/** Which connections are kept that nobody uses: so many, and for so long (ms). */
export interface KeptConnections {
  readonly most: number;
  readonly time?: number;
}

/**
 * An engine that speaks HTTP on this machine, with connections that are kept. `sockets`: so many at a time; what needs
 * more of them waits, so transfers and short questions should not share one. `kept`: all for ever, where it is absent.
 */
export class LocalEngine {
  private readonly agent: Agent;

  constructor(
    private readonly address: () => EngineAddress,
    sockets: number,
    private readonly giveUp?: GivingUp,
    { most, time }: KeptConnections = { most: sockets },
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: most, timeout: time });
  }

  /**
   * Carries one request to the engine and its answer to a client, each at the speed of the slower side; both sides may
   * speak at once. What the engine does not read any more is read and thrown away. Answers the status.
   * @throws BodyFailure while the client has been answered nothing; afterwards its answer breaks off
   */
  async relay(
    asked: RelayedRequest,
    response: ServerResponse,
    client: TransferClient,
    { head, body, silence, outlasts, left }: RelaySettings,
  ): Promise<number> {
    const gone = outlasts && !client.gone.aborted ? outlasts : client.gone;
    let sent = this.send(asked, gone, gone === outlasts);
    const watch = new SilenceWatch(silence, (error) => sent.end(error));
    try {
      const fed = feed(asked.body, sent, watch);
      // What fails the body ends the request, and so the wait for its answer.
      fed.catch((error: Error) => sent.end(error));
      const answer = await sent.answer.catch((error: unknown) => {
        // A connection that the engine had just given up took nothing of the request.
        if (asked.body || !sent.request.reusedSocket || error instanceof BodyFailure) throw error;
        sent = this.send(asked, gone, gone === outlasts);
        void feed(undefined, sent, watch);
        return sent.answer;
      });
      const { status, reason, headers } = await head(answer);
      if (!response.destroyed) response.writeHead(status, reason, [...headers]);
      await carry(sent, answer, body?.(answer) ?? answer, { response, client, watch });
      await fed;
      return status;
    } catch (error) {
      sent.end(error as Error);
      const failure = error instanceof BodyFailure ? error : new BodyFailure('gone', 503, away);
      if (!response.headersSent) throw failure;
      response.destroy();
      return failure.status;
    } finally {
      watch.end();
      if (sent.over) left?.(sent.over);
    }
  }

  /**
   * The whole answer to a short question.
   * @throws Error where there is none in time (`deadline`: ms since 1970)
   * @throws VcsRefusal `too_large` where it has more bytes than `most`
   */
  async ask(
    { method, path, headers, body }: Omit<RelayedRequest, 'body'> & { readonly body?: string },
    deadline: number,
    most = longest,
  ): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    const sent = this.send({ method, path, headers }, signal);
    sent.request.end(body);
    const answer = await sent.answer;
    const pieces: Buffer[] = [];
    let left = most;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      left -= piece.length;
      // Leaving the loop ends the connection.
      if (left < 0)
        throw new VcsRefusal('too_large', 'there is more to be told of the repository than can be');
      pieces.push(piece);
    }
    return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') };
  }

  /** Ends the connections that nobody uses. */
  close(): void {
    this.agent.destroy();
  }

  private send(
    { method, path, headers, to }: RelayedRequest,
    signal: AbortSignal,
    atOnce = false,
  ): SentRequest {
    const request = httpRequest({ ...(to ?? this.address()), agent: this.agent, method, path, headers });
    let failure: Error | undefined;
    const sent: SentRequest = { request, answer: new Promise(() => undefined), end: () => undefined };
    const end = (error?: Error): void => {
      failure ??= error;
      sent.over ??= endedRequest(request, this.giveUp, error, atOnce && signal.aborted);
    };
    const gone = (): void => {
      const reason: unknown = signal.reason;
      end(reason instanceof BodyFailure ? reason : new BodyFailure('gone', 400, 'the client went away'));
    };
    signal.addEventListener('abort', gone, { once: true });
    if (signal.aborted) gone();
    request.once('close', () => signal.removeEventListener('abort', gone));
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', (error) => reject(failure ?? error));
      request.once('close', () => reject(failure ?? new Error('the engine hung up')));
    });
    answer.catch(() => undefined); // it is awaited later
    return Object.assign(sent, { answer, end });
  }
}

interface SentRequest {
  request: ReturnType<typeof httpRequest>;
  answer: Promise<IncomingMessage>;
  end: (error?: Error) => void;
  /** When the engine does no more for it, once it was given up. */
  over?: Promise<void>;
}

const feed = async (
  body: AsyncIterable<Buffer> | undefined,
  { request }: SentRequest,
  watch: SilenceWatch,
): Promise<void> => {
  let left = Number(request.getHeader('content-length'));
  for await (const chunk of body ?? []) {
    if (!request.writable || request.destroyed) continue;
    left -= chunk.length;
    watch.begin();
    // Who has all that the length says may answer and hang up: to end the request later would fail it.
    if (left === 0) {
      request.end(chunk);
      continue;
    }
    if (!request.write(chunk)) await drained(request);
    watch.end();
  }
  if (request.writableEnded) return;
  watch.begin();
  request.end();
};

/**
 * Where it fails, the request is ended before the answer is left: that gives the engine up by its connection, which
 * goes with the answer.
 */
const carry = async (
  sent: SentRequest,
  answer: IncomingMessage,
  pieces: AsyncIterable<Buffer>,
  to: { response: ServerResponse; client: TransferClient; watch: SilenceWatch },
): Promise<void> => {
  const { response, client, watch } = to;
  watch.begin();
  const source = pieces[Symbol.asyncIterator]();
  try {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      watch.end();
      await give(next.value, response, client);
      watch.begin();
    }
  } catch (error) {
    sent.end(error as Error);
    const leave = async (): Promise<void> => void (await source.return?.().catch(() => undefined));
    void (sent.over ?? Promise.resolve()).then(leave, leave);
    throw error;
  }
  if (!answer.complete) throw new Error('the engine broke off');
  response.end();
};
