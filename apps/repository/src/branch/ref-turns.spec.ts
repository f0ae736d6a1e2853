import { setTimeout as sleep } from 'node:timers/promises';
import { RefTurns } from './ref-turns.js';

describe('turns', () => {
  it('let changes of one repository run in order, and those of others beside them', async () => {
    const turns = new RefTurns();
    const seen: string[] = [];
    const work = (name: string, wait: number) => async () => {
      seen.push(`${name} begins`);
      await sleep(wait);
      seen.push(`${name} ends`);
    };
    await Promise.all([
      turns.run('r', work('first', 20)),
      turns.run('r', work('second', 0)),
      turns.run('s', work('other', 5)),
    ]);
    expect(seen).toEqual([
      'first begins',
      'other begins',
      'other ends',
      'first ends',
      'second begins',
      'second ends',
    ]);
  });

  it('go on after a failure', async () => {
    const turns = new RefTurns();
    const failing = turns.run('r', () => Promise.reject(new Error('no')));
    const after = turns.run('r', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });
});
