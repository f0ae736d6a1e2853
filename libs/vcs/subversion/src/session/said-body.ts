import type { IncomingMessage } from 'node:http';
import { BodyFailure, type Floor, type SpokenFloor, type TransferClient } from '@holdfast/vcs-spi/engine';
import { RaFlow } from '../door/ra-flow.js';

/**
 * What a client says, piece by piece, where both sides speak. `floor`: whose turn it is.
 * @throws BodyFailure where it breaks off or stays away
 */
export async function* saidBody(
  request: IncomingMessage,
  client: TransferClient,
  floor: Floor,
): AsyncGenerator<Buffer> {
  const iterator = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const next = await client.answers(iterator.next(), floor).catch((error: unknown) => {
      throw error instanceof BodyFailure ? error : new BodyFailure('gone', 400, 'the client went away');
    });
    if (next.done) return;
    client.moved(next.value.length);
    yield next.value;
  }
}

/** To be told what a client says: the word is his until he has said something to its end. */
export const hearing = (floor: SpokenFloor): ((piece: Buffer) => void) => {
  const flow = new RaFlow();
  return (piece) => {
    if (flow.hear(piece)) floor.heard();
    else floor.programSpeaks = false;
  };
};
