import { usualShares } from './commit-shares.js';
import { CommitTurns } from './commit-turns.js';

describe('the turns of commits', () => {
  it('come one after another in a repository, and not for others', async () => {
    const turns = new CommitTurns();
    const seen: string[] = [];
    let end = (): void => undefined;
    const first = turns.run('a', 1_000, () => new Promise<void>((resolve) => (end = resolve)));
    const second = turns.run('a', 1_000, () => Promise.resolve(seen.push('second')));
    await turns.run('b', 1_000, () => Promise.resolve(seen.push('other')));
    expect(seen).toEqual(['other']);
    end();
    await Promise.all([first, second]);
    expect(seen).toEqual(['other', 'second']);
  });

  it('are not waited for longer than that, and those behind get theirs all the same', async () => {
    const turns = new CommitTurns();
    let end = (): void => undefined;
    const first = turns.run('a', 1_000, () => new Promise<void>((resolve) => (end = resolve)));
    const late = await turns.run('a', 1, () => Promise.reject(new Error('it has no turn')));
    expect(late).toBeUndefined();
    const third = turns.run('a', 10_000, () => Promise.resolve('done'));
    end();
    await first;
    expect(await third).toBe('done');
  });

  it('begin where nothing is promised of the newest revision any more, each for itself', async () => {
    const seen: string[] = [];
    const without = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
      seen.push(`${directory} waits`);
      await Promise.resolve();
      return work();
    };
    const turns = new CommitTurns(usualShares, undefined, { without });
    const commit = (name: string) => turns.run('a', 1_000, () => Promise.resolve(seen.push(name)));
    await Promise.all([commit('one'), commit('two')]);
    expect(seen).toEqual(['a waits', 'one', 'a waits', 'two']);
  });

  // A developer who sent long commits, one after the other and some at a time, kept everybody else from committing.
  it('come first to who has worked least since somebody waits', async () => {
    let now = 0;
    const turns = new CommitTurns(usualShares, () => now);
    const seen: string[] = [];
    const commit = (party: string, name: string, takes: number) =>
      turns.run(
        'a',
        10_000,
        () => {
          now += takes;
          return Promise.resolve(seen.push(name));
        },
        party,
      );
    let end = (): void => undefined;
    const first = turns.run('a', 1_000, () => new Promise<void>((resolve) => (end = resolve)), 'eve');
    const rest = ['e1', 'e2', 'e3'].map((name) => commit('eve', name, 30_000));
    rest.push(commit('ann', 'a1', 100), commit('bob', 'b1', 50));
    now = 30_000;
    void rest[3].then(() => rest.push(commit('ann', 'a2', 100)));
    end();
    await first;
    await Promise.all(rest);
    await Promise.all(rest);
    expect(seen).toEqual(['a1', 'b1', 'a2', 'e1', 'e2', 'e3']);
  });

  it('end with work that fails', async () => {
    const turns = new CommitTurns();
    await expect(turns.run('a', 1, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await turns.run('a', 100, () => Promise.resolve(1))).toBe(1);
  });
});
