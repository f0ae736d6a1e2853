import { KeyedQueue } from './keyed-queue.js';

describe('the queue of work with keys', () => {
  let queue: KeyedQueue;
  let begun: string[];
  let ends: Record<string, () => void>;
  beforeEach(() => {
    queue = new KeyedQueue();
    begun = [];
    ends = {};
  });
  const run = (name: string, ...keys: string[]): Promise<string> =>
    queue.run(keys, async () => {
      begun.push(name);
      await new Promise<void>((done) => (ends[name] = done));
      return name;
    });
  const turns = (): Promise<void> => new Promise((done) => setImmediate(done));

  it('has one of a key at a time, in order, and others beside it', async () => {
    const all = [run('a', 'x'), run('b', 'x'), run('c', 'y'), run('d', 'x')];
    await turns();
    expect(begun).toEqual(['a', 'c']);
    ends.a();
    await turns();
    expect(begun).toEqual(['a', 'c', 'b']);
    ends.b();
    await turns();
    ends.d();
    ends.c();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits for all keys, whatever their order', async () => {
    const all = [run('a', 'x', 'y'), run('b', 'y', 'x'), run('c', 'z'), run('d', 'y', 'z')];
    for (const name of ['a', 'b', 'c', 'd']) {
      await turns();
      expect(begun).toContain(name);
      expect(name === 'd' || !begun.includes('d')).toBe(true);
      ends[name]();
    }
    await Promise.all(all);
  });

  it('goes on after a failure', async () => {
    const failed = queue.run(['x'], () => Promise.reject(new Error('no')));
    const next = run('b', 'x');
    await expect(failed).rejects.toThrow('no');
    await turns();
    ends.b();
    expect(await next).toBe('b');
  });
});
