/** Collected after so many bytes. */
const most = 16 * 1024 * 1024;

let spent = 0;

/**
 * To be told of every piece of a body that came in a buffer of its own. V8 counts such buffers against the old
 * generation, whatever their age, and answers uploads with full collections, which cost more than the bytes. A small
 * one in time frees them for a hundredth of that. Works where node was started with `--expose-gc`.
 */
export const bufferSpent = (bytes: number): void => {
  spent += bytes;
  if (spent < most) return;
  spent = 0;
  void globalThis.gc?.({ type: 'minor' });
};

/** The pieces of a body, each told of as it passes. */
export async function* spending(body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const piece of body) {
    bufferSpent(piece.length);
    yield piece;
  }
}
