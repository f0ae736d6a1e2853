import type { CallContext } from '@holdfast/kernel';
import { ChangeTurns } from './change-turns.js';
import { ToldWork, begunOf, soon } from '../told-work.fixture.js';

describe('turns of changes', () => {
  let turns: ChangeTurns;
  let running: Promise<void>[];
  beforeEach(() => {
    turns = new ChangeTurns(5);
    running = [];
  });

  const calledBy = (company: string, account: string, owner?: string, within = 60_000): CallContext =>
    ({
      requestId: '',
      deadline: Date.now() + within,
      principal: {
        company: { uuid: company },
        account: { uuid: account, type: owner ? 'bot' : 'user', owner },
      },
    }) as CallContext;
  const begin = (count: number, ctx: CallContext): ToldWork[] =>
    Array.from({ length: count }, () => {
      const change = new ToldWork();
      running.push(turns.run(ctx, change.run));
      return change;
    });
  const endAll = async (...changes: ToldWork[]): Promise<void> => {
    for (const change of changes) change.end();
    await Promise.all(running);
  };

  it('leave connections to others: two of five for an account and its bots, three for a company, four for all', async () => {
    const all = [
      begin(5, calledBy('a', 'ann')),
      begin(5, calledBy('a', 'bot', 'ann')),
      begin(5, calledBy('a', 'amy')),
      begin(5, calledBy('b', 'bob')),
      begin(1, calledBy('c', 'cat')),
    ];
    expect(all.map(begunOf)).toEqual([2, 0, 1, 1, 0]);
    all[0][0].end();
    await soon();
    expect(all.map(begunOf)).toEqual([2, 0, 1, 1, 1]);
    await endAll(...all.flat());
  });

  it('come to who has the fewest, however many wait of others', async () => {
    const [ann, amy] = [begin(200, calledBy('a', 'ann')), begin(3, calledBy('a', 'amy'))];
    expect([ann, amy].map(begunOf)).toEqual([2, 1]);
    amy[0].end();
    await soon();
    expect([ann, amy].map(begunOf)).toEqual([2, 2]);
    amy[1].end();
    await soon();
    expect([ann, amy].map(begunOf)).toEqual([2, 3]);
    await endAll(...ann, ...amy);
  });

  it('are none where nobody calls', async () => {
    const all = begin(9, { requestId: '', deadline: 0 });
    expect(begunOf(all)).toBe(9);
    await endAll(...all);
  });

  it('come back after a change that failed', async () => {
    for (let left = 10; left > 0; left -= 1)
      await expect(
        turns.run(calledBy('a', 'ann'), () => Promise.reject(new Error('broken'))),
      ).rejects.toThrow('broken');
  });

  it('are refused where too many wait, or anybody longer than his call lasts', async () => {
    const held = begin(2 + 256, calledBy('a', 'ann'));
    const refused = { code: 'unavailable', detail: { retryAfter: 1 } };
    const late = new ToldWork();
    await expect(turns.run(calledBy('a', 'ann'), late.run)).rejects.toMatchObject(refused);
    await endAll(...held);
    const two = begin(2, calledBy('a', 'ann'));
    await expect(turns.run(calledBy('a', 'ann', undefined, 30), late.run)).rejects.toMatchObject(refused);
    expect(late.begun).toBe(false);
    await endAll(...two);
  });

  it('come also to what goes on after the time of its call', async () => {
    const one = begin(1, calledBy('a', 'ann', undefined, -1));
    expect(begunOf(one)).toBe(1);
    await endAll(...one);
  });

  it('are one at least, however few connections there are', async () => {
    await new ChangeTurns(1).run(calledBy('a', 'ann'), () => Promise.resolve());
  });
});
