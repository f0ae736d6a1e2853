import { createHash, randomBytes } from 'node:crypto';
import { Md5Lanes, Md5State, type Md5Part } from './md5-lanes.js';
import { laneCount } from './md5-program.js';
import { partBytes } from './part-memory.js';

describe('MD5 by lanes', () => {
  const lanes = new Md5Lanes();
  const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');

  /** Hashes contents together, each in pieces of its own length. */
  const hashed = (contents: readonly Uint8Array[], pieces: readonly number[]): string[] => {
    const states = contents.map(() => new Md5State());
    const places = contents.map(() => 0);
    for (;;) {
      const parts = contents.flatMap((content, index): Md5Part[] => {
        const from = places[index];
        if (from > content.length) return [];
        const to = Math.min(content.length, from + pieces[index]);
        const last = to === content.length;
        places[index] = last ? Infinity : to;
        return [{ of: states[index], bytes: content.subarray(from, to), last }];
      });
      if (parts.length === 0) return states.map(({ hex }) => hex);
      lanes.update(parts);
    }
  };

  const edges = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000];

  it.each(Array.from({ length: laneCount }, (_, index) => index + 1))(
    'is that of each content, of whatever length, where there are %d at once',
    (count) => {
      for (let at = 0; at < edges.length; at += 1) {
        const contents = Array.from({ length: count }, (_, index) =>
          randomBytes(edges[(at + 5 * index) % edges.length]),
        );
        for (const piece of [1, 64, 100, 2_000])
          expect(
            hashed(
              contents,
              contents.map((_, index) => piece + index),
            ),
          ).toEqual(contents.map(md5));
      }
    },
  );

  it('is that of contents which begin and end while others go on', () => {
    const states = Array.from({ length: 3 }, () => new Md5State());
    const [long, early, late] = [500, 200, 100].map((size) => randomBytes(size));
    const part = (index: number, bytes: Uint8Array, last = false): Md5Part => ({
      of: states[index],
      bytes,
      last,
    });
    lanes.update([part(0, long.subarray(0, 150)), part(1, early.subarray(0, 90))]);
    lanes.update([part(1, early.subarray(90), true), part(0, long.subarray(150, 300))]);
    lanes.update([part(2, late, true), part(0, long.subarray(300), true)]);
    expect(states.map(({ hex }) => hex)).toEqual([long, early, late].map(md5));
  });

  it('takes parts of any size, also those that are larger than a lane', () => {
    const contents = [3 * partBytes + 5, partBytes, 0, partBytes - 9].map((size) => randomBytes(size));
    const whole = contents.map(({ length }) => length + 1);
    expect(hashed(contents, whole)).toEqual(contents.map(md5));
    expect(hashed(contents, [partBytes, 70_000, 1, partBytes - 64])).toEqual(contents.map(md5));
  });

  it('needs nothing where a content has ended without a byte in its last part', () => {
    const state = new Md5State();
    const content = randomBytes(64);
    lanes.update([{ of: state, bytes: content, last: false }]);
    lanes.update([{ of: state, bytes: new Uint8Array(), last: true }]);
    expect(state.hex).toBe(md5(content));
  });
});
