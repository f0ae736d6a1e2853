import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import {
  BodyFailure,
  drained,
  give,
  SpokenFloor,
  type StandingCheck,
  type TalkRoom,
  type TransferClient,
} from '@holdfast/vcs-spi/engine';

/** The other side of a conversation: what it says is read as the program takes it, and the other way round. */
export class SessionClient {
  private readonly floor = new SpokenFloor(false);
  private isOver = false;
  /** So many bytes the client has said. */
  heard = 0;
  private end: () => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly client: TransferClient,
  ) {}

  /**
   * Feeds the program with what the client says, until either ends. `room`: for what may be a push.
   * @throws BodyFailure where the client stays away, or may not go on
   */
  async feed(sink: Writable, standing: StandingCheck, room: TalkRoom | undefined): Promise<undefined> {
    sink.on('error', () => undefined);
    const pieces = this.request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    while (!this.isOver) {
      const next = await this.client.answers(this.next(pieces), this.floor);
      if (next.done) break;
      this.heard += next.value.length;
      this.client.moved(next.value.length);
      await standing.holds();
      const full = await room?.refusalOf(this.heard);
      if (full !== undefined) throw new BodyFailure('too_large', 507, full);
      this.floor.heard();
      if (sink.writable && !sink.write(next.value)) await drained(sink);
    }
    sink.end();
  }

  /** Gives the client what the program says. */
  async carry(source: Readable): Promise<void> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      this.floor.said();
      await give(piece, this.response, this.client);
    }
  }

  /** The program has ended. */
  over(): void {
    this.isOver = true;
    this.end();
  }

  private next(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer, unknown>> {
    return new Promise((resolve, reject) => {
      this.end = () => resolve({ done: true, value: undefined });
      const gone = (): void => reject(new BodyFailure('gone', 400, 'the client went away'));
      pieces.next().then(resolve, gone);
    });
  }
}
