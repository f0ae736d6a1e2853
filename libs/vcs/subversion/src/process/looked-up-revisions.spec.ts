import { jest } from '@jest/globals';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LookedUpRevisions } from './looked-up-revisions.js';
import { youngestIn } from './youngest.js';

describe('the newest revision of a repository that is asked for again and again', () => {
  let directory: string;
  let current: string;
  let revisions: LookedUpRevisions;
  let read: jest.Mock<typeof youngestIn>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'holdfast-revisions-'));
    current = join(directory, 'db', 'current');
    await mkdir(join(directory, 'db'));
    await writeFile(current, '1\n');
    read = jest.fn(youngestIn);
    revisions = new LookedUpRevisions(read);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(directory, { recursive: true });
  });

  const commit = async (revision: number): Promise<void> => {
    await writeFile(`${current}.new`, `${revision}\n`);
    await rename(`${current}.new`, current);
  };
  /** So many seconds have passed. */
  const later = (seconds: number): void => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1_000);
  };

  it('is another one with the next revision', async () => {
    later(60);
    for (const revision of [1, 2, 3]) {
      await commit(revision);
      expect([await revisions.of(directory), await revisions.of(directory)]).toEqual([revision, revision]);
    }
  });

  it('is read once, unless the file that says it is young', async () => {
    for (let asked = 0; asked < 3; asked += 1) await revisions.of(directory);
    expect(read).toHaveBeenCalledTimes(3);
    later(60);
    for (let asked = 0; asked < 3; asked += 1) await revisions.of(directory);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('is read each time where the next one may look the same', async () => {
    expect(await revisions.of(directory)).toBe(1);
    await writeFile(current, '2\n');
    const past = new Date(1_000);
    await utimes(current, past, past);
    expect(await revisions.of(directory)).toBe(2);
    await writeFile(current, '3\n');
    await utimes(current, past, past);
    expect(await revisions.of(directory)).toBe(3);
  });

  it('is known at once where it was looked up and there is no other one', async () => {
    expect(revisions.known(directory)).toBeUndefined();
    await revisions.of(directory);
    expect(revisions.known(directory)).toBeUndefined();
    later(60);
    await revisions.of(directory);
    expect([revisions.known(directory), read.mock.calls.length]).toEqual([1, 2]);
    await commit(2);
    expect(revisions.known(directory)).toBeUndefined();
    await rm(current);
    expect(revisions.known(directory)).toBeUndefined();
  });

  it('is not told where there is no repository', async () => {
    await expect(revisions.of(join(directory, 'other'))).rejects.toThrow('ENOENT');
  });
});
