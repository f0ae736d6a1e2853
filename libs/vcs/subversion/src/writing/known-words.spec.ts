import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KnownWords } from './known-words.js';

// Each file of a commit had what its transaction says of itself read anew: a commit of 100 files took a fifth longer.
describe('what an open transaction says of itself', () => {
  let directory: string;
  let place: string;
  let words: KnownWords;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'transaction-'));
    place = join(directory, 'db/transactions/1-1.txn');
    mkdirSync(place, { recursive: true });
    words = new KnownWords();
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  /** As Subversion writes it: a file of its own, which takes the place of the one before. */
  const say = (author: string, more = ''): void => {
    writeFileSync(join(place, 'next'), `K 10\nsvn:author\nV ${author.length}\n${author}\n${more}END\n`);
    renameSync(join(place, 'next'), join(place, 'props'));
  };
  const told = () => words.of(directory, '1-1');

  it('is read once while its file stays as it has been for a while', async () => {
    say('ann');
    expect(await told()).toEqual({ author: 'ann', hasOurs: false });
    await sleep(150);
    const settled = await told();
    expect(settled).toEqual({ author: 'ann', hasOurs: false });
    expect(await told()).toBe(settled);
  });

  it('is read again when it says something else, and is nothing when it is over', async () => {
    say('ann');
    await sleep(150);
    await told();
    say('bob');
    expect(await told()).toEqual({ author: 'bob', hasOurs: false });
    say('bob', 'K 14\nholdfast:maker\nV 1\nx\n');
    expect(await told()).toEqual({ author: 'bob', hasOurs: true });
    rmSync(place, { recursive: true });
    expect(await told()).toBeUndefined();
    expect(await words.of(directory, 'no name')).toBeUndefined();
  });
});
