import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Reading } from '@holdfast/vcs-spi';
import { RefsCache } from './refs-cache.js';

// All who asked for the branches of a repository waited for the first one's reading: with a guest who had filled his
// own places they waited until his time was over, and were told what he was told.
describe('names that several ask for', () => {
  let directory: string;
  let release: () => void;
  let asked: string[];
  const held = new Map<string, Promise<void>>();
  const reading = (account: string, time = 20_000): Reading => ({
    owner: { company: 'acme', account },
    deadline: Date.now() + time,
  });
  const cache = new RefsCache({
    refs: async ({ reading: { owner } }) => {
      asked.push(owner.account);
      await held.get(owner.account);
      return { branches: { part: '["trunk","1"]' }, tags: { part: '[]' } };
    },
    nextPart: () => Promise.reject(new Error('there is one part of each')),
    ref: () => Promise.reject(new Error('nobody asks for one')),
  });
  const names = async (account: string, time?: number) =>
    (await cache.of(directory, reading(account, time))).branches.names;
  const commit = (revision: number) => writeFile(join(directory, 'db/current'), `${revision}\n`);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'shared-'));
    await mkdir(join(directory, 'db'));
    await commit(1);
    asked = [];
    held.set('guest', new Promise((resolve) => (release = resolve)));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('are waited for by each as long as he waits, and by one account not behind another', async () => {
    const first = names('guest');
    while (asked.length === 0) await turn();
    await expect(names('guest', 50)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await names('ann')).toEqual(['trunk']);
    expect(asked).toEqual(['guest', 'ann']);
    release();
    expect(await first).toEqual(['trunk']);
  });

  it('are read once for all of an account', async () => {
    const all = [names('guest'), names('guest'), names('guest')];
    release();
    expect(await Promise.all(all)).toEqual(all.map(() => ['trunk']));
    expect(asked).toEqual(['guest']);
  });

  it('are not kept where they were dropped while they were read', async () => {
    const first = names('guest');
    while (asked.length === 0) await turn();
    cache.drop(directory);
    release();
    await first;
    await names('ann');
    expect(asked).toEqual(['guest', 'ann']);
    await names('ann');
    expect(asked).toHaveLength(2);
  });
});
