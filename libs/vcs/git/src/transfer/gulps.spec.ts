import { Gulps } from './gulps.js';

const kib = 1 << 10;

/** A source that has said much. */
const long = (): Gulps => {
  const gulps = new Gulps();
  gulps.hear(300 * kib);
  return gulps;
};

/** Pieces that come from one pause to the next; the last of them begins that. */
const paused = (gulps: Gulps, ...pieces: number[]): number | undefined => {
  for (const piece of pieces) gulps.hear(piece);
  return gulps.pauseBehind(pieces.at(-1) ?? 0);
};

describe('gulps', () => {
  it('are not waited for while an answer is short, nor behind a whole one', () => {
    const gulps = new Gulps();
    expect(paused(gulps, 8 * kib)).toBeUndefined();
    expect(paused(long(), 64 * kib)).toBeUndefined();
  });

  it('are waited for longer where a source says little in a pause, and never too long', () => {
    const gulps = long();
    expect(paused(gulps, 8 * kib)).toBe(1);
    expect(paused(gulps, 24 * kib, 8 * kib)).toBe(2);
    expect(paused(gulps, 8 * kib)).toBe(4);
    expect(paused(gulps, 8 * kib)).toBe(4);
  });

  // A piece is as large as the buffer of Node, however much there is: all that comes between two pauses counts.
  it('are waited for shortly again where a slow source has become fast', () => {
    const gulps = long();
    paused(gulps, 8 * kib);
    expect(paused(gulps, 8 * kib)).toBe(4);
    expect(paused(gulps, 64 * kib, 64 * kib, 64 * kib, 56 * kib, 8 * kib)).toBe(1);
  });
});
