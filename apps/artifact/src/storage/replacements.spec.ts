import { jest } from '@jest/globals';
import type { RepositoryScope } from '@holdfast/kernel';
import { Replacements } from './replacements.js';

describe('a file that is replaced', () => {
  const of = (uuid: string, path: string) => ({ repository: { uuid } as RepositoryScope, path });
  const [here, beside, elsewhere] = [of('a', 'x'), of('a', 'y'), of('b', 'x')];
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is so by one upload at a time', () => {
    const replacements = new Replacements();
    const first = replacements.begin(here);
    expect([beside, elsewhere].map((call) => replacements.begin(call) !== undefined)).toEqual([true, true]);
    first?.use();
    jest.advanceTimersByTime(3_600_000);
    expect(replacements.begin(here)).toBeUndefined();
    first?.end();
    const next = replacements.begin(here);
    expect(next).toBeDefined();
    first?.end();
    expect(replacements.begin(here)).toBeUndefined();
  });

  it('is not so by one that has not begun for a minute', () => {
    const replacements = new Replacements();
    expect(replacements.begin(here)).toBeDefined();
    expect(replacements.begin(here)).toBeUndefined();
    jest.advanceTimersByTime(60_000);
    expect(replacements.begin(here)).toBeDefined();
    expect(jest.getTimerCount()).toBe(1);
  });
});
