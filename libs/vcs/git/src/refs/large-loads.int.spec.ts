import { setTimeout as pause } from 'node:timers/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '@holdfast/kernel';
import type { Reading } from '@holdfast/vcs-spi';
import { LargeLoads, type Loaded } from './large-loads.js';
import { readRefs } from './ref-files.js';
import { RepositoryState } from './repository-state.js';
import { StateCache } from './state-cache.js';

const id = (digit: number) => String(digit).repeat(40);
const of = (account: string, time = 10_000): Reading => ({
  owner: { company: 'company', account },
  deadline: Date.now() + time,
});

describe('loads of repositories with very many branches', () => {
  let root: string;
  let loads: LargeLoads;
  /** Ends what holds the only place. */
  let free: () => void;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hf-loads-'));
    loads = new LargeLoads({ total: 1, each: [1, 1] }, 0);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** `packed-refs` of so many branches, of 60 bytes each; its directory. */
  const repository = async (name: string, branches: number, digit = 1) => {
    const path = await mkdtemp(join(root, name));
    await write(path, branches, digit);
    return path;
  };
  const write = (path: string, branches: number, digit: number) => {
    const line = (at: number) => `${id(digit)} refs/heads/${String(at).padStart(7, '0')}\n`;
    return writeFile(
      join(path, 'packed-refs'),
      Array.from({ length: branches }, (_, at) => line(at)).join(''),
    );
  };
  const many = 20_000;
  const last = '0019999';
  const occupied = (): Promise<unknown> => {
    const held = new Promise<Loaded>((_, reject) => (free = () => reject(new Error('over'))));
    const run = loads.run({ directory: '/other', bytes: 1, until: () => Infinity }, () => held);
    return run.catch(() => undefined);
  };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'loaded',
      (error: { code?: string }) => error.code,
    );

  it('wait for one another, and those of few do not', async () => {
    const other = occupied();
    const large = new RepositoryState(await repository('large', many), Date.now, loads);
    const small = new RepositoryState(await repository('small', 100), Date.now, loads);
    let loaded = false;
    const loading = large.refs(of('a')).then((refs) => {
      loaded = true;
      return refs;
    });
    expect((await small.refs(of('a'))).branches.size).toBe(100);
    await pause(300);
    expect(loaded).toBe(false);
    free();
    await other;
    expect((await loading).branches.get(last)).toBe(id(1));
    expect(large.known).toBeDefined();
  });

  it('do not keep a larger one out, though there is always room for small ones', async () => {
    loads = new LargeLoads({ total: 2, each: [2, 2] }, 0);
    const order: string[] = [];
    const small = (): Promise<unknown> => {
      const one = { directory: '/small', bytes: 1, reading: of('eve'), until: () => Infinity };
      return outcome(loads.run(one, () => pause(20).then(() => Promise.reject(new Error('over')))));
    };
    let isOver = false;
    const flood = Array.from({ length: 3 }, async () => {
      while (!isOver) await small();
    });
    const large = {
      directory: '/large',
      bytes: 600_000,
      reading: of('ada'),
      until: () => Date.now() + 5_000,
    };
    await outcome(loads.run(large, () => Promise.reject(new Error(String(order.push('large'))))));
    isOver = true;
    await Promise.all(flood);
    expect(order).toEqual(['large']);
  });

  it('are refused to each who waits when his time is over, and are made for the others', async () => {
    void occupied();
    const state = new RepositoryState(await repository('large', many), Date.now, loads);
    const early = state.refs(of('a', 100));
    const late = state.refs(of('b', 10_000));
    expect(await outcome(early)).toBe('unavailable');
    await expect(early).rejects.toBeInstanceOf(DomainError);
    free();
    expect(await outcome(late)).toBe('loaded');
  });

  it('begin after everybody asked who is answered by them', async () => {
    void occupied();
    const path = await repository('large', many);
    const state = new RepositoryState(path, Date.now, loads);
    const push = state.foreignWrite();
    const first = state.refs(of('a'));
    await pause(100);
    await write(path, many, 2);
    const second = state.refs(of('a'));
    await pause(100);
    free();
    expect((await second).branches.get(last)).toBe(id(2));
    expect((await first).branches.get(last)).toBe(id(2));
    push.end();
    await write(path, many, 3);
    expect((await state.refs(of('a'))).branches.get(last)).toBe(id(3));
  });

  it('are none for one name', async () => {
    void occupied();
    const state = new RepositoryState(await repository('large', many), Date.now, loads);
    expect(await state.find('branches', last, `refs/heads/${last}`)).toBe(id(1));
    expect(await state.find('branches', 'x', 'refs/heads/x')).toBeUndefined();
    expect(state.weight).toBe(0);
    free();
  });

  it('count while somebody has what they brought, and another look at the same takes no turn', async () => {
    loads = new LargeLoads({ total: 1, each: [1, 1] }, 500);
    const limits = { repositories: 9, bytes: 1000, bytesOfOne: 1000 };
    const cache = new StateCache(limits, loads);
    const [one, other] = [await repository('one', many), await repository('other', many)];
    const { branches } = await cache.of(one).refs(of('a'));
    cache.trim();
    expect(cache.size).toBe(0);
    expect(await outcome(cache.of(other).refs(of('b', 200)))).toBe('unavailable');
    expect(await outcome(cache.of(one).refs(of('b', 200)))).toBe('loaded');
    expect(await outcome(cache.of(other).refs(of('b')))).toBe('loaded');
    expect(branches.with('x', id(1)).get(last)).toBe(id(1));
  });

  it('leave nothing in memory during a push that takes its time', async () => {
    const cache = new StateCache({ repositories: 9, bytes: 1000, bytesOfOne: 1000 }, loads);
    const state = cache.of(await repository('large', many));
    const push = state.foreignWrite();
    await state.refs(of('a'));
    expect(state.weight).toBeGreaterThan(0);
    cache.trim();
    expect(state.weight).toBe(0);
    expect(cache.size).toBe(1);
    push.end();
  });

  it('are those of many small files, too', async () => {
    const path = await repository('loose', 10);
    await mkdir(join(path, 'refs/heads'), { recursive: true });
    for (const name of ['a', 'b']) await writeFile(join(path, 'refs/heads', name), id(1));
    await expect(readRefs(path, undefined, 150)).rejects.toMatchObject({ bytes: 760 });
    expect((await readRefs(path, undefined, 1_000)).refs.branches.size).toBe(12);
  });
});
