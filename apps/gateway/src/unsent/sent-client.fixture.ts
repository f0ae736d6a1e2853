import type { IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';

/** A little more than a client has to take in a second (bytes). */
export const enough = 70 * 1024;

/** The socket of a client that is sent answers. */
export class SentClient {
  destroyed = false;
  writableLength = 0;
  bytesWritten = 0;

  get request(): IncomingMessage {
    return { socket: this } as unknown as IncomingMessage;
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** `taken`: bytes of it. */
  send(bytes: number, taken: number): void {
    this.bytesWritten += bytes;
    this.writableLength += bytes - taken;
  }
}

/** Each of these clients takes a piece of a long answer, every so many seconds. The time is jest's. */
export const taking = async (
  seconds: number,
  clients: readonly (readonly [SentClient, piece: number, every: number])[],
): Promise<void> => {
  for (const [client] of clients) client.send(100 * enough, 0);
  for (let at = 1; at <= seconds; at += 1) {
    await jest.advanceTimersByTimeAsync(1_000);
    for (const [client, piece, every] of clients) if (at % every === 0) client.writableLength -= piece;
  }
};
