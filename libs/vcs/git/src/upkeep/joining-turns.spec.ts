import { jest } from '@jest/globals';
import { JoiningTurns } from './joining-turns.js';

describe('turns of long work', () => {
  const first = 1_000;
  const busy = new Set<string>();
  /** What has begun, in its order; `ends` ends what is at work. */
  let begun: string[];
  let ends: () => void;
  let turns: JoiningTurns;

  beforeEach(() => {
    jest.useFakeTimers();
    busy.clear();
    begun = [];
    const work = (directory: string, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        begun.push(directory);
        ends = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    turns = new JoiningTurns({ work, isBusy: (directory) => busy.has(directory) }, { first, longest: 6_000 });
  });
  afterEach(async () => {
    await turns.stop();
    jest.useRealTimers();
  });

  const passes = (milliseconds = 0): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  it('are had by companies by and by, however many directories they have', async () => {
    for (const directory of ['a1', 'a2', 'a3']) turns.add(directory, 'a');
    turns.add('b1', 'b');
    turns.add('b2', 'b');
    for (let left = 5; left > 0; left -= 1) {
      ends();
      await passes();
    }
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('take as long as they need while nobody waits', async () => {
    turns.add('a1', 'a');
    await passes(100 * first);
    expect(begun).toEqual(['a1']);
    turns.add('b1', 'b');
    await passes();
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('end when others wait, and the next one is longer', async () => {
    turns.add('a1', 'a');
    turns.add('b1', 'b');
    await passes(first);
    expect(begun).toEqual(['a1', 'b1']);
    ends();
    await passes();
    expect(begun).toEqual(['a1', 'b1', 'a1']);
    turns.add('b2', 'b');
    await passes(4 * first - 1);
    expect(begun).toHaveLength(3);
    await passes(1);
    expect(begun).toEqual(['a1', 'b1', 'a1', 'b2']);
  });

  it('are longer up to a bound, and short again after the work came to its end', async () => {
    turns.add('a1', 'a');
    for (const time of [first, 4 * first, 6 * first]) {
      turns.add('b1', 'b');
      await passes(time);
      ends();
      await passes();
    }
    expect(begun).toEqual(['a1', 'b1', 'a1', 'b1', 'a1', 'b1', 'a1']);
    ends();
    await passes();
    turns.add('a1', 'a');
    turns.add('b1', 'b');
    await passes(first);
    expect(begun.slice(-2)).toEqual(['a1', 'b1']);
  });

  it('come first to directories that have had the least time, within a company', async () => {
    turns.add('a1', 'a');
    turns.add('a2', 'a');
    await passes(first);
    turns.add('a3', 'a');
    ends();
    await passes();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('wait for directories in which somebody writes', async () => {
    busy.add('a1');
    turns.add('a1', 'a');
    expect(begun).toEqual([]);
    busy.clear();
    await passes(100);
    expect(begun).toEqual(['a1']);
  });

  it('are not had again by a directory that is forgotten', async () => {
    turns.add('a1', 'a');
    turns.add('b1', 'b');
    turns.add('b2', 'b');
    await passes(first / 2);
    turns.forget('a1');
    turns.forget('b1');
    await passes(100 * first);
    expect(begun).toEqual(['a1', 'b2']);
  });
});
