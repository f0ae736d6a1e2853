import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RepositoryState } from './repository-state.js';
import { StateCache } from './state-cache.js';

const id = (digit: number) => String(digit).repeat(40);

describe('what is remembered of a repository’s refs', () => {
  let directory: string;
  let now: number;
  let state: RepositoryState;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-refs-'));
    now = 0;
    state = new RepositoryState(directory, () => now);
    await put('main', 1);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const put = async (name: string, digit: number) => {
    const path = join(directory, 'refs/heads', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${id(digit)}\n`);
  };
  const get = async (name: string) => (await state.refs()).branches.get(name);
  const applied = (name: string, digit: number) => [{ sort: 'branches' as const, name, commit: id(digit) }];

  it('is not read again, and follows our own writes', async () => {
    expect(await get('main')).toBe(id(1));
    await put('past-us', 2);
    expect(await get('past-us')).toBeUndefined();
    await state.write(() => Promise.resolve(applied('ours', 3)));
    expect(await get('ours')).toBe(id(3));
    expect(await get('past-us')).toBeUndefined();
  });

  it('is read afresh while a push is under way, and once more after it', async () => {
    await get('main');
    const push = state.foreignWrite();
    await put('main', 2);
    expect(await get('main')).toBe(id(2));
    await put('main', 3);
    expect(await get('main')).toBe(id(3));
    push.end();
    push.end();
    await put('main', 4);
    expect(await get('main')).toBe(id(4));
    await put('main', 5);
    expect(await get('main')).toBe(id(4));
  });

  it('is not what a read found that a push overlapped', async () => {
    const early = state.refs();
    const push = state.foreignWrite();
    push.end();
    await early;
    await put('main', 2);
    expect(await get('main')).toBe(id(2));
  });

  it('is not what a read found that a write of ours overlapped', async () => {
    const early = state.refs();
    await state.write(() => Promise.resolve(applied('ours', 2)));
    await early;
    await put('ours', 2);
    expect(await get('ours')).toBe(id(2));
  });

  it('gives way to the disk when a push came and went during a write of ours', async () => {
    await get('main');
    await state.write(async () => {
      state.foreignWrite().end();
      await put('main', 7);
      return applied('main', 2);
    });
    expect(await get('main')).toBe(id(7));
  });

  it('is forgotten when a write of ours fails, whatever it may have done', async () => {
    await get('main');
    await put('main', 2);
    await expect(state.write(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await get('main')).toBe(id(2));
  });

  it('is nothing for some seconds after a writer was lost', async () => {
    const push = state.foreignWrite();
    push.lost();
    await get('main');
    await put('main', 2);
    expect(await get('main')).toBe(id(2));
    expect(state.idle).toBe(false);
    now += 15_000;
    expect(state.idle).toBe(true);
    await get('main');
    await put('main', 3);
    expect(await get('main')).toBe(id(2));
  });

  it('answers a reader who comes during a read with a later one, as long as a push is under way', async () => {
    const push = state.foreignWrite();
    const first = state.refs();
    await put('main', 2);
    const second = state.refs();
    expect((await second).branches.get('main')).toBe(id(2));
    await first;
    push.end();
  });

  it('is dropped for the least recently used, never where somebody writes', () => {
    const cache = new StateCache({ repositories: 2, bytes: 1000, bytesOfOne: 1000 });
    const busy = cache.of('/a').foreignWrite();
    for (const path of ['/b', '/c', '/d']) cache.of(path);
    const b = cache.of('/b');
    cache.trim();
    expect(cache.size).toBe(2);
    expect(cache.of('/b')).toBe(b);
    busy.end();
    cache.drop('/a');
    expect(cache.size).toBe(1);
  });

  describe('of many repositories', () => {
    const limits = { repositories: 99, bytes: 5_000, bytesOfOne: 3_000 };
    /** A repository of one branch with a name so long; its directory. */
    const long = async (repository: string, length: number, packed = false) => {
      const path = join(directory, repository);
      await mkdir(join(path, 'refs/heads'), { recursive: true });
      const name = `${'n'.repeat(200)}/`.repeat(Math.floor(length / 201)).slice(0, -1);
      await writeFile(join(path, packed ? 'packed-refs' : 'HEAD'), `${id(1)} refs/heads/${name}\n`);
      if (!packed) {
        await mkdir(dirname(join(path, 'refs/heads', name)), { recursive: true });
        await writeFile(join(path, 'refs/heads', name), `${id(1)}\n`);
      }
      return path;
    };

    it('weighs the bytes of the names', async () => {
      const cache = new StateCache(limits);
      for (const name of ['/a', '/b', '/c']) {
        await cache.of(await long(name, 2_000)).refs();
        cache.trim();
      }
      expect(cache.size).toBe(2);
    });

    it('keeps none that is too large, not even for what is on the disk', async () => {
      const cache = new StateCache(limits);
      const large = cache.of(await long('large', 3_500, true));
      await cache.of(await long('small', 400)).refs();
      const push = large.foreignWrite();
      await large.refs();
      cache.trim();
      expect(cache.size).toBe(2);
      expect(large.weight).toBe(0);
      push.end();
      await large.refs();
      cache.trim();
      expect(cache.size).toBe(1);
    });
  });
});
