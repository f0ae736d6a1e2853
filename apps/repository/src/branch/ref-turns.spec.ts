import type { Reading } from '@holdfast/vcs-spi';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefTurns } from './ref-turns.js';

const by = (account: string, company = 'acme', wait = 10_000): Reading => ({
  owner: { company, account },
  deadline: Date.now() + wait,
});

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
      turns.run('r', by('ada'), work('first', 20)),
      turns.run('r', undefined, work('second', 0)),
      turns.run('s', by('ada'), work('other', 5)),
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
    const failing = turns.run('r', by('ada'), () => Promise.reject(new Error('no')));
    const after = turns.run('r', by('ada'), () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });

  it('are had by each account, however often another one asks', async () => {
    const turns = new RefTurns();
    const seen: string[] = [];
    const ask = (name: string, company?: string) =>
      turns.run('r', by(name, company), () => Promise.resolve(seen.push(name)));
    const flood = Array.from({ length: 5 }, () => ask('ada'));
    await Promise.all([...flood, ask('bob'), ask('eve', 'other')]);
    expect(seen).toEqual(['ada', 'eve', 'bob', 'ada', 'ada', 'ada', 'ada']);
  });

  it('are not had by those who do not wait any more', async () => {
    const turns = new RefTurns();
    let end = (): void => undefined;
    const first = turns.run('r', by('ada'), () => new Promise<void>((resolve) => (end = resolve)));
    const work = () => Promise.resolve();
    await expect(turns.run('r', by('bob', 'acme', 5), work)).rejects.toMatchObject({ code: 'unavailable' });
    end();
    await first;
    await turns.run('r', by('bob'), work);
  });
});
