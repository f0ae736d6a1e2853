import { coursesOf, growthOf, soakIn, soakSection, withSoak } from './growth.mjs';
import { page } from './report.mjs';

/** @param {number} count @param {(at: number) => number} of */
const values = (count, of) => Array.from({ length: count }, (_, at) => of(at));

describe('The course of a soak', () => {
  it('grows by what a line through all of it rises', () => {
    expect(growthOf(values(11, (at) => 5 + 2 * at))).toBeCloseTo(20);
    expect(growthOf(values(11, () => 5))).toBe(0);
    // One value that is off is no growth of its size.
    expect(growthOf(values(31, (at) => (at === 15 ? 100 : 5)))).toBeCloseTo(0);
  });

  it('is judged after a warm-up, by what grows on and on', () => {
    const seen = values(30, (at) => at).map((at) => ({
      'gateway memory': at < 10 ? 100 + 10 * at : 200 + (at % 3),
      'gateway handles': 20 + 2 * at,
      'gateway files': 300 + (at % 7),
      'identity event lag': at === 20 ? 5 : 0,
    }));
    const flat = Object.fromEntries(coursesOf(seen).map(({ name, flat: isFlat }) => [name, isFlat]));
    expect(flat).toEqual({
      'gateway memory': true,
      'gateway handles': false,
      'gateway files': true,
      'identity event lag': true,
    });
  });

  it('judges a process by what it has after a collection, where that was measured', () => {
    /** @param {number} last */
    const seen = (last) =>
      values(30, (at) => at).map((at) => ({
        'gateway memory': 100 + 5 * at,
        ...(at === 10 && { 'gateway memory after a collection': 80 }),
        ...(at === 29 && { 'gateway memory after a collection': last }),
        'postgres memory': 100 + 5 * at,
      }));
    /** @param {number} last */
    const verdicts = (last) =>
      Object.fromEntries(coursesOf(seen(last)).map(({ name, flat: isFlat }) => [name, isFlat]));
    const others = { 'gateway memory': undefined, 'postgres memory': false };
    expect(verdicts(90)).toStrictEqual({ 'gateway memory after a collection': true, ...others });
    expect(verdicts(110)).toStrictEqual({ 'gateway memory after a collection': false, ...others });
  });

  it('leaves out what was there once', () => {
    expect(coursesOf([{ a: 1 }, { a: 1 }, { a: 1, b: 2 }]).map(({ name }) => name)).toEqual(['a']);
  });
});

describe('The report of a soak', () => {
  const courses = coursesOf(values(6, (at) => at).map((at) => ({ 'gateway handles': 20 + 20 * at })));
  const section = soakSection(courses, ['30 minutes']);
  const results = page([], ['a machine']);

  it('is put behind what else the page has, in the place of the one before', () => {
    const once = withSoak(results, section);
    expect(once).toContain('## A soak');
    const twice = withSoak(once, section.replace('30 minutes', '40 minutes'));
    expect([twice.includes('30 minutes'), twice.includes('40 minutes')]).toEqual([false, true]);
    expect(twice.match(/## A soak/g)).toHaveLength(1);
  });

  it('stays where the rest of the page is written anew', () => {
    const before = withSoak(results, section);
    const after = withSoak(page([], ['another machine']), soakIn(before));
    expect([after.includes('another machine'), after.includes('30 minutes')]).toEqual([true, true]);
    expect(withSoak(results, soakIn(results))).toBe(`${results.trimEnd()}\n`);
  });
});
