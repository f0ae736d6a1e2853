import { setTimeout as sleep } from 'node:timers/promises';
import { ReadLeases } from './read-leases.js';

describe('leases of answers', () => {
  let now = 0;
  let leases: ReadLeases;
  beforeEach(() => {
    now = 0;
    leases = new ReadLeases(10, () => now);
  });

  /** A commit that has been asked for. */
  const commit = (directory = 'a') => {
    const seen = { begun: false };
    let end: () => void = () => undefined;
    const work = (): Promise<string> => {
      seen.begun = true;
      return new Promise((resolve) => (end = () => resolve('made')));
    };
    const made = leases.without(directory, work);
    return { seen, made, end: () => end() };
  };
  /** Enough for all that a moment of the clock above makes end. */
  const aMoment = () => sleep(40);

  it('are all over before a commit begins', async () => {
    expect(leases.give('a')).toBe(10);
    now = 3;
    expect(leases.give('a')).toBe(10);
    const { seen, made, end } = commit();
    now = 12.9;
    await aMoment();
    expect(seen.begun).toBe(false);
    now = 13;
    await aMoment();
    expect(seen.begun).toBe(true);
    end();
    expect(await made).toBe('made');
  });

  it('are not given from the wish to commit on, until all commits are over', async () => {
    leases.give('a');
    const [one, other] = [commit(), commit()];
    expect(leases.give('a')).toBeUndefined();
    now = 10;
    await aMoment();
    expect([one.seen.begun, other.seen.begun]).toEqual([true, true]);
    expect(leases.give('a')).toBeUndefined();
    one.end();
    await one.made;
    expect(leases.give('a')).toBeUndefined();
    other.end();
    await other.made;
    expect(leases.give('a')).toBe(10);
  });

  it('are given again after a commit that failed', async () => {
    await expect(leases.without('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(leases.give('a')).toBe(10);
  });

  it('are of one repository', async () => {
    leases.give('b');
    const { seen, made, end } = commit('a');
    expect(seen.begun).toBe(true);
    expect(leases.give('b')).toBe(10);
    end();
    await made;
  });

  it('are let go when they have ended', () => {
    leases.give('a');
    leases.give('b');
    now = 5;
    leases.give('a');
    now = 10;
    leases.give('c');
    expect(leases.size).toBe(2);
  });
});
