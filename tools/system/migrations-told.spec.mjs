import { migrationsTold } from './migrations-told.mjs';

describe('what is said while databases are brought up to date', () => {
  it('names those parts every half a minute, and nothing else', () => {
    /** @type {string[]} */
    const lines = [];
    let now = 0;
    const [one, two] = ['one', 'two'].map((name) => ({ name, isMigrating: true }));
    const areMigrating = migrationsTold(
      [one, two],
      (text) => lines.push(text),
      () => now,
    );
    expect(areMigrating()).toBe(true);
    now = 29_999;
    expect(areMigrating()).toBe(true);
    expect(lines).toEqual([]);
    now = 30_000;
    expect([areMigrating(), areMigrating()]).toEqual([true, true]);
    expect(lines).toEqual(['still brought up to date: the database of one, two']);
    one.isMigrating = two.isMigrating = false;
    now = 90_000;
    expect(areMigrating()).toBe(false);
    expect(lines).toHaveLength(1);
  });
});
