import { message } from './refused-push.js';

const said = Buffer.from('fatal: Out of memory');

/**
 * Goes along with the answer of git to a push, which it gives in chunks: where git's own words are that it ran out of
 * memory, it adds what that means, as a packet of its own behind them, and tells `heard`. Only in an answer with bands.
 */
export const outOfMemoryTold = (limit: number, heard: () => void): ((chunk: Buffer) => Buffer) => {
  const text =
    `the push needs more memory than the server gives it (${limit >> 20} MiB). For a file that is sent as changes of ` +
    'another, git -c core.bigFileThreshold=16m push sends large files whole; for very long messages of commits, try ' +
    'again in a minute';
  const packet = new PacketEdge();
  let state: 'watching' | 'due' | 'told' = 'watching';
  return (chunk) => {
    if (state === 'told') return chunk;
    if (state === 'watching' && chunk.includes(said)) {
      state = 'due';
      heard();
    }
    const edge = packet.next(chunk, state === 'due' ? chunk.indexOf(said) : chunk.length);
    if (state !== 'due' || edge === undefined) return chunk;
    state = 'told';
    return Buffer.concat([chunk.subarray(0, edge), Buffer.from(message(text)), chunk.subarray(edge)]);
  };
};

/** Follows where packets begin in a stream of them. */
class PacketEdge {
  private left = 0;
  private digits = '';

  /** Takes the next chunk; where in it the first packet begins behind a place, if one does. */
  next(chunk: Buffer, place: number): number | undefined {
    let found: number | undefined;
    for (let at = 0; at < chunk.length;) {
      if (this.left === 0 && this.digits === '' && at > place) found ??= at;
      if (this.left > 0) {
        const step = Math.min(this.left, chunk.length - at);
        this.left -= step;
        at += step;
        continue;
      }
      this.digits += String.fromCharCode(chunk[at]);
      at += 1;
      if (this.digits.length < 4) continue;
      this.left = Math.max((parseInt(this.digits, 16) || 0) - 4, 0);
      this.digits = '';
    }
    return found;
  }
}
