import { jest } from '@jest/globals';
import { InvalidatingCache } from './invalidating-cache.js';

describe('the cache of revocable answers', () => {
  const tags = (): string[] => ['account:1'];

  it('asks once for an answer that it keeps', async () => {
    const cache = new InvalidatingCache<object>();
    let asked = 0;
    const load = (): Promise<object> => Promise.resolve({ asked: (asked += 1) });
    await cache.get('k', load, tags);
    expect(await cache.get('k', load, tags)).toEqual({ asked: 1 });
  });

  it('never keeps a miss', async () => {
    const cache = new InvalidatingCache<object>();
    let asked = 0;
    const load = (): Promise<undefined> => Promise.resolve(void (asked += 1));
    await cache.get('k', load, tags);
    await cache.get('k', load, tags);
    expect(asked).toBe(2);
  });

  it('forgets what a tag names and keeps the rest', async () => {
    const cache = new InvalidatingCache<object>();
    await cache.get(
      'a',
      () => Promise.resolve({ a: 1 }),
      () => ['account:1'],
    );
    await cache.get(
      'b',
      () => Promise.resolve({ b: 1 }),
      () => ['account:2'],
    );
    cache.drop(['account:1']);
    expect(cache.kept('a')).toBeUndefined();
    expect(cache.kept('b')).toEqual({ b: 1 });
  });

  it('does not keep an answer that was asked before an invalidation', async () => {
    const cache = new InvalidatingCache<object>();
    let give: (value: object) => void = () => undefined;
    const asking = cache.get('k', () => new Promise<object>((resolve) => (give = resolve)), tags);
    cache.drop(['account:1']);
    give({ stale: true });
    await asking;
    expect(cache.kept('k')).toBeUndefined();
  });

  it('keeps an answer while what others asked for is invalidated', async () => {
    const cache = new InvalidatingCache<object>();
    let give: (value: object) => void = () => undefined;
    const asking = cache.get('k', () => new Promise<object>((resolve) => (give = resolve)), tags);
    cache.drop(['account:2']);
    give({ kept: true });
    await asking;
    expect(cache.kept('k')).toEqual({ kept: true });
  });

  it('does not keep an answer of before a loss, nor of before the last of several invalidations', async () => {
    const cache = new InvalidatingCache<object>();
    const gives: ((value: object) => void)[] = [];
    const ask = (key: string) =>
      cache.get(key, () => new Promise<object>((resolve) => gives.push(resolve)), tags);
    const early = ask('early');
    cache.drop(['account:1', 'account:2']);
    const late = ask('late');
    gives[0]({});
    await early;
    gives[1]({});
    await late;
    expect([cache.kept('early'), cache.kept('late')]).toEqual([undefined, {}]);
    const lost = ask('lost');
    cache.clear();
    gives[2]({});
    await lost;
    expect(cache.kept('lost')).toBeUndefined();
  });

  it('does not share a question that was asked before an invalidation', async () => {
    const cache = new InvalidatingCache<object>();
    let give: (value: object) => void = () => undefined;
    const before = cache.get('k', () => new Promise<object>((resolve) => (give = resolve)), tags);
    cache.drop(['account:1']);
    expect(await cache.get('k', () => Promise.resolve({ fresh: true }), tags)).toEqual({ fresh: true });
    give({ stale: true });
    await before;
    expect(cache.kept('k')).toEqual({ fresh: true });
  });

  it('shares a question for a second, and knows for each that is open what has been dropped since', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const cache = new InvalidatingCache<object>();
      const gives: ((value: object) => void)[] = [];
      const ask = () => cache.get('k', () => new Promise<object>((resolve) => gives.push(resolve)), tags);
      const early = [ask(), ask()];
      expect(gives).toHaveLength(1);
      now.mockReturnValue(1_001);
      const late = ask();
      expect(gives).toHaveLength(2);
      gives[1]({ late: true });
      expect(await late).toEqual({ late: true });
      cache.drop(['account:1']);
      gives[0]({ early: true });
      expect(await Promise.all(early)).toEqual([{ early: true }, { early: true }]);
      expect(cache.kept('k')).toBeUndefined();
    } finally {
      now.mockRestore();
    }
  });

  it('asks again after a failure', async () => {
    const cache = new InvalidatingCache<object>();
    await expect(cache.get('k', () => Promise.reject(new Error('away')), tags)).rejects.toThrow('away');
    expect(await cache.get('k', () => Promise.resolve({ ok: true }), tags)).toEqual({ ok: true });
  });

  it('keeps as many entries as it may, the latest', async () => {
    const small = new InvalidatingCache<{ name: string }>({ max: 2 });
    for (const name of ['a', 'b', 'c'])
      await small.get(
        name,
        () => Promise.resolve({ name }),
        () => [],
      );
    expect(['a', 'b', 'c'].filter((name) => small.kept(name))).toEqual(['b', 'c']);
  });

  it('counts the bytes of its keys', async () => {
    const small = new InvalidatingCache<{ name: string }>({ bytes: 100, sizeOf: (_, key) => key.length });
    const kept = (length: number): string => 'k'.repeat(length);
    for (const length of [40, 50, 60])
      await small.get(
        kept(length),
        () => Promise.resolve({ name: 'x' }),
        () => [],
      );
    expect([40, 50, 60].filter((length) => small.kept(kept(length)))).toEqual([60]);
  });
});
