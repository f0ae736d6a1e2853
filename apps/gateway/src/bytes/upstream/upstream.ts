import { DomainError } from '@holdfast/kernel';
import { BytePeers, loopbackPeers, PeerRefused } from '@holdfast/platform/byte-ports';
import { log } from '@holdfast/platform/observability';
import { AnswerHeadReader, type AnswerHead } from './answer-head.js';
import type { UpstreamConnection, Listener } from './upstream-connection.js';
import { Connections, freshFor } from './connections.js';
import type { Framing } from './framing.js';
import { UpstreamBody } from './upstream-body.js';
import { requestOf, unknownTicket, type AimedRequest, type Transfer } from './transfer-request.js';

const connections = new Connections(new BytePeers(loopbackPeers));

/** Said once, before the first transfer: to which byte ports this process connects. Before that, to its machine's. */
export const connectOnlyTo = (peers: BytePeers): void => {
  connections.peers = peers;
};

/** `hear` is told when a byte process may have gone: what it has decided holds no more. */
export const whenOneEnds = (hear: () => void): void => connections.onEnd(hear);

/** Takes a piece of an answer; its memory is used again, at once or when this resolves. False: no more is wanted. */
export type Take = (piece: Buffer) => true | Promise<boolean>;

/** One request to a byte process and its answer. */
export class Upstream implements Listener {
  /** Of the request: to be ended, with or without content. */
  readonly body: UpstreamBody;
  /** Rejects when the connection breaks before it came. */
  readonly head: Promise<AnswerHead>;

  private readonly reader = new AnswerHeadReader();
  private readonly connection: UpstreamConnection;
  private readonly to: AimedRequest['to'];
  private answer: AnswerHead | undefined;
  /** What came together with the head. */
  private rest: Buffer = Buffer.alloc(0);
  private begun!: (head: AnswerHead) => void;
  private failed!: (error: Error) => void;
  private carried: ((whole: boolean) => void) | undefined;
  private take: Take | undefined;
  private over = false;
  /** When the head came (ms). */
  private since = 0;

  /** @throws DomainError `unavailable` where the address of the transfer is none to which bytes may go */
  constructor(transfer: Transfer) {
    const { to, head } = aimed(transfer);
    this.to = to;
    this.connection = connections.take(to);
    this.connection.listen(this);
    const { socket } = this.connection;
    this.body = new UpstreamBody(socket, transfer.headers['transfer-encoding'] === 'chunked');
    this.body.on('error', () => this.destroy());
    this.head = new Promise((resolve, reject) => {
      this.begun = resolve;
      this.failed = reject;
    });
    this.head.catch(() => undefined);
    // What of the body is there already comes in the next tick, and leaves with the head: it wakes the other side once.
    socket.cork();
    socket.write(head, 'latin1');
    process.nextTick(() => process.nextTick(() => socket.uncork()));
    this.connection.readOn();
  }

  /**
   * Hands over the body of the answer, piece by piece, once its head has come. True: all of it; false: it broke off.
   */
  carry(take: Take): Promise<boolean> {
    return new Promise((resolve) => {
      const { answer, over, rest } = this;
      if (!answer || over) {
        resolve(false);
        return;
      }
      this.take = take;
      this.carried = resolve;
      if (this.hand(answer, rest)) this.connection.readOn();
    });
  }

  /** What was told behind the body, once all of it has been carried. */
  get trailers(): Readonly<Record<string, string | undefined>> {
    return this.answer?.framing.trailers ?? {};
  }

  /** Breaks off what is not over yet. */
  destroy(): void {
    if (!this.over) this.connection.socket.destroy();
  }

  piece(bytes: Buffer): boolean {
    if (this.answer) return this.hand(this.answer, bytes);
    try {
      const found = this.reader.read(bytes);
      if (!found) return true;
      this.answer = found.head;
      this.rest = found.rest;
      this.since = performance.now();
      if (found.head.status === unknownTicket) connections.ended();
      this.begun(found.head);
    } catch (error) {
      this.connection.socket.destroy(error as Error);
    }
    return false;
  }

  broke(error: Error): void {
    if (this.over) return;
    this.over = true;
    if (error instanceof PeerRefused) tell(error);
    this.failed(error);
    this.carried?.(false);
    this.body.destroy();
  }

  /** True: it is taken, and more can be read at once; else that goes on by itself. */
  private hand({ framing }: AnswerHead, piece: Buffer): boolean {
    try {
      const content = framing.take(piece);
      if (framing.ended) this.connection.ends();
      const taken = content.length === 0 || this.take?.(content);
      if (taken === true && !framing.ended) return true;
      void this.goOn(framing, taken);
    } catch (error) {
      this.connection.socket.destroy(error as Error);
    }
    return false;
  }

  /** Nothing ends while a piece is heard: the pause is there also when the last one was taken at once. */
  private async goOn(framing: Framing, taken: boolean | undefined | Promise<boolean>): Promise<void> {
    try {
      const wanted = await taken;
      if (!wanted) this.destroy();
      else if (this.over) return;
      else if (framing.ended) this.finish();
      else this.connection.readOn();
    } catch (error) {
      this.connection.socket.destroy(error as Error);
    }
  }

  private finish(): void {
    this.over = true;
    const { connection, body } = this;
    // A slow taker may be so late that the other side has long had its end, and is tired of waiting for more.
    const late = performance.now() - this.since > freshFor;
    const closing = this.answer?.headers.connection?.toLowerCase() === 'close';
    // Who refuses may have left some of the request unread on the way.
    const refused = (this.answer?.status ?? 0) >= 400;
    if (connection.settle() && body.writableFinished && !closing && !refused && !late)
      connections.give(this.to, connection);
    else connection.socket.destroy();
    this.carried?.(true);
  }
}

const aimed = (transfer: Transfer): AimedRequest => {
  try {
    return requestOf(transfer, connections.peers);
  } catch (error) {
    if (!(error instanceof PeerRefused)) throw error;
    tell(error);
    throw DomainError.unavailable('the repository cannot be reached', error);
  }
};

/** A wrong setting, or a service that was broken into: the operator has to look. */
const tell = (err: PeerRefused): void =>
  log.error({ err }, 'a service says that bytes are where this gateway does not connect to');
