import type { Writable } from 'node:stream';
import type { TransferClient } from '@holdfast/vcs-spi/engine';

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

/** Writes a piece of an answer at the speed of its client. @throws BodyFailure where that takes nothing for too long */
export const give = async (piece: Buffer, sink: Writable, client: TransferClient): Promise<void> => {
  client.moved(piece.length);
  if (!sink.destroyed && !sink.write(piece)) await client.answers(drained(sink));
};
