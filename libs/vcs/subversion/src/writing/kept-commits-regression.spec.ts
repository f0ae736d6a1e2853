import { jest } from '@jest/globals';
import { CommitTurns } from './commit-turns.js';

const [second, minute] = [1_000, 60_000];
const patience = { alone: 6 * minute, beside: 30 * second };

// A developer sent one commit of minutes after another. Who waited was refused after half a minute, mostly.
describe('commits of minutes, one after another', () => {
  let turns: CommitTurns;
  let seen: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    [turns, seen] = [new CommitTurns(), []];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Made in so long (ms), or ended before. */
  const commit = (
    party: string,
    takes: number,
    waits: Partial<typeof patience> & { gone?: AbortSignal } = {},
  ) => {
    const began = performance.now();
    const work = (enough: AbortSignal): Promise<string> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve('made'), takes);
        enough.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve('ended');
        });
      });
    return turns.run('r', { ...patience, ...waits }, work, party).then((end = 'refused') => {
      seen.push(`${party} ${end} ${Math.round((performance.now() - began) / second)}`);
    });
  };
  const pass = (time: number) => jest.advanceTimersByTimeAsync(time);
  const begin = (...given: Parameters<typeof commit>): void => void commit(...given);

  it('keep nobody for longer than their account may, and then for seconds each', async () => {
    begin('eve', 12 * minute);
    await pass(minute);
    begin('ann', second);
    await pass(5 * minute + second);
    expect(seen).toEqual(['eve ended 360', 'ann made 301']);
    begin('eve', 12 * minute);
    begin('ann', second);
    await pass(15 * second);
    expect(seen.slice(2)).toEqual(['eve ended 10', 'ann made 11']);
  });

  it('go on while nobody else waits, or only their own account does', async () => {
    begin('eve', 12 * minute);
    begin('eve', second);
    begin('eve', second);
    await pass(13 * minute);
    // Of those that wait for their own account one is patient: each has a place of those that a repository has.
    expect(seen).toEqual(['eve refused 30', 'eve refused 360', 'eve made 720']);
  });

  it('are made beside busy colleagues where they have not kept them for a while', async () => {
    begin('eve', 4 * minute);
    begin('ann', second);
    await pass(4 * minute + second);
    expect(seen.splice(0)).toEqual(['eve made 240', 'ann made 241']);
    // A quarter of that time is back, and a minute was left.
    await pass(4 * minute - second);
    begin('eve', 4 * minute);
    begin('ann', second);
    await pass(5 * minute);
    expect(seen.splice(0)).toEqual(['eve ended 120', 'ann made 121']);
    await pass(16 * minute);
    begin('eve', 4 * minute);
    begin('ann', second);
    await pass(5 * minute);
    expect(seen).toEqual(['eve made 240', 'ann made 241']);
  });

  it('of several accounts keep nobody for longer either, but for seconds each', async () => {
    for (const party of ['eve', 'eva', 'evi']) begin(party, 12 * minute);
    begin('ann', second);
    await pass(6 * minute);
    expect(seen).toEqual(['eve ended 300', 'eva ended 310', 'evi ended 320', 'ann made 321']);
  });

  it('wait no more when their client is gone, and the next of that account is as patient', async () => {
    begin('eve', 4 * minute);
    const gone = new AbortController();
    begin('ann', second, { gone: gone.signal });
    await pass(minute);
    gone.abort();
    await pass(0);
    begin('ann', second);
    begin('ann', second, { gone: gone.signal });
    await pass(4 * minute);
    expect(seen).toEqual(['ann refused 60', 'ann refused 0', 'eve made 240', 'ann made 181']);
  });
});
