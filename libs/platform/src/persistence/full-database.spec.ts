import { isAway } from './is-away.js';
import { isFull, tellFull } from './full-database.js';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

describe('a database without room', () => {
  it.each(['53100', '53200', '53400', 'ENOSPC'])('is known by the code %s, and is a 503', (code) => {
    expect([isFull(coded(code)), isAway(coded(code))]).toEqual([true, true]);
  });

  it('is known by its words', () => {
    const words = 'could not extend file "base/16384/16385": No space left on device';
    expect(isFull(new Error(words))).toBe(true);
  });

  it.each(['23505', '57P01'])('is nothing that has the code %s', (code) => {
    expect(isFull(coded(code))).toBe(false);
  });

  it('is told to the log once a minute', () => {
    const lines: unknown[] = [];
    const log = { error: (_: object, text: string) => void lines.push(text) };
    const tell = (error: unknown, now: number): void => tellFull(error, log, now);
    tell(coded('23505'), 0);
    for (const now of [0, 1, 59_999, 60_000]) tell(coded('53100'), now);
    expect(lines).toEqual(Array(2).fill(expect.stringContaining('no room left')));
  });
});
