import { wholeList } from '@holdfast/kernel';
import type { Parties } from '../persistence/connection-turns.js';
import { isLongPage, LongReads } from './long-reads.js';
import { ToldWork, begunOf, soon } from '../persistence/told-work.fixture.js';

const later = (): number => Date.now() + 60_000;

describe('turns of long reads', () => {
  let reads: LongReads;
  let running: Promise<void>[];
  beforeEach(() => {
    reads = new LongReads(8);
    running = [];
  });

  const begin = (count: number, ...reader: Parties): ToldWork[] =>
    Array.from({ length: count }, () => {
      const work = new ToldWork();
      running.push(reads.run(reader, later(), work.run));
      return work;
    });
  const endAll = async (...works: ToldWork[]): Promise<void> => {
    for (const work of works) work.end();
    await Promise.all(running);
  };

  it('leave connections to others: half for a company, a quarter for an account, three quarters for all', async () => {
    const [ann, amy, bob, cat] = [
      begin(5, 'a', 'ann'),
      begin(5, 'a', 'amy'),
      begin(5, 'b', 'bob'),
      begin(1, 'c', 'cat'),
    ];
    expect([ann, amy, bob, cat].map(begunOf)).toEqual([2, 2, 2, 0]);
    ann[0].end();
    await soon();
    expect([ann, amy, bob, cat].map(begunOf)).toEqual([2, 2, 2, 1]);
    await endAll(...ann, ...amy, ...bob, ...cat);
  });

  it('are fewer for an account than for its company, however few connections there are', async () => {
    reads = new LongReads(5);
    const [ann, amy, bob] = [begin(3, 'a', 'ann'), begin(3, 'a', 'amy'), begin(3, 'b', 'bob')];
    expect([ann, amy, bob].map(begunOf)).toEqual([1, 1, 1]);
    await endAll(...ann, ...amy, ...bob);
  });

  it('come back after work that failed', async () => {
    for (let left = 10; left > 0; left -= 1)
      await expect(
        reads.run(['a', 'ann'], later(), () => Promise.reject(new Error('broken'))),
      ).rejects.toThrow('broken');
  });

  it('are not waited for longer than anybody waits for the answer', async () => {
    const held = begin(2, 'a', 'ann');
    const late = new ToldWork();
    await expect(reads.run(['a', 'ann'], Date.now() - 1, late.run)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await endAll(...held);
    expect(late.begun).toBe(false);
    await reads.run(['a', 'ann'], later(), () => Promise.resolve());
  });

  it('are refused where too many wait', async () => {
    const held = begin(2 + 64, 'a', 'ann');
    await expect(reads.run(['a', 'ann'], later(), () => Promise.resolve())).rejects.toMatchObject({
      code: 'unavailable',
    });
    await endAll(...held);
  });

  it('are one at least, however few connections there are', async () => {
    await new LongReads(1).run(['a', 'ann'], later(), () => Promise.resolve());
  });
});

describe('a page', () => {
  const short = { ...wholeList, limit: 100 };

  it('is short where it is small, near the beginning, by id, and not searched for', () => {
    expect(isLongPage(short)).toBe(false);
    expect(isLongPage({ ...short, sort: 'id', descending: true })).toBe(false);
    expect(isLongPage({ ...short, searchTerm: '', filters: {}, offset: 1_000 })).toBe(false);
  });

  it.each([
    ['large', { limit: 101 }],
    ['far down', { offset: 1_001 }],
    ['searched for', { searchTerm: 'x' }],
    ['filtered', { filters: { account: 'ann' } }],
    ['sorted', { sort: 'description' }],
    ['bounded by time', { before: 1 }],
    ['bounded by time at its other end', { after: 0 }],
    ['one of deactivated objects', { active: false }],
  ])('is long where it is %s', (_, query) => {
    expect(isLongPage({ ...short, ...query })).toBe(true);
  });
});
