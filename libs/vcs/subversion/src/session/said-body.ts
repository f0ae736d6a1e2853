import type { IncomingMessage } from 'node:http';
import { BodyFailure, type Floor, type SpokenFloor, type TransferClient } from '@holdfast/vcs-spi/engine';
import { RaFlow } from '../door/ra-flow.js';
import { SaidDeltas } from './said-deltas.js';

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

const tooMuch = 'a command has too many words: send less at a time';
/** A client that commits 50,000 files which are locked says as many of them. */
const mostItems = 200_000;

/**
 * To be told what a client says, before its program is: the word is his until he has said something to its end.
 * @throws BodyFailure where there is too much of it before that, or in it what would harm the program
 */
export const hearing = (floor: SpokenFloor): ((piece: Buffer) => void) => {
  const flow = new RaFlow(new SaidDeltas());
  return (piece) => {
    const isWhole = flow.hear(piece);
    if (flow.items > mostItems) throw new BodyFailure('too_large', 413, tooMuch);
    if (isWhole) floor.heard();
    else floor.programSpeaks = false;
  };
};
