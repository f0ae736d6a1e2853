import type { Writable } from 'node:stream';
import type { TransferClient } from './transfer-client.js';

/** Resolves when more can be written, or nothing any more. */
export const drained = (sink: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      sink.off('drain', done).off('close', done);
      resolve();
    };
    sink.on('drain', done).on('close', done);
    if (sink.destroyed) done();
  });

/**
 * Writes a piece of an answer at the speed of its client.
 * @throws BodyFailure `stalled` where that takes nothing for too long
 */
export const give = async (piece: Buffer, sink: Writable, client: TransferClient): Promise<void> => {
  client.moved(piece.length);
  if (piece.length > 0 && !sink.destroyed && !sink.write(piece)) await client.answers(drained(sink));
};
