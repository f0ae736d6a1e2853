import type { LogQuery } from '@holdfast/vcs-spi';
import { isWalk } from './nodegit-reader.js';

// A filter that was new in the query was left out where nodegit reads: all commits were answered.
describe('a history that nodegit is asked for', () => {
  const whole = { from: 'a', oldestFirst: false, offset: 0, limit: 50 };
  /** All that says which commits are wanted: it does not compile without a new one. */
  const filters: Required<Omit<LogQuery, keyof typeof whole | 'without'>> = {
    descendingFrom: 'b',
    path: 'p',
    author: 'x',
    text: 't',
    before: 1,
    after: 0,
  };

  it('is one as it is, near its beginning, also without what others reach', () => {
    expect([whole, { ...whole, without: ['b'] }, { ...whole, path: undefined }].map(isWalk)).toEqual(
      Array(3).fill(true),
    );
    expect(
      [
        { ...whole, oldestFirst: true },
        { ...whole, offset: 250 },
      ].map(isWalk),
    ).toEqual([false, false]);
  });

  it('is none in which something is looked for, known today or not', () => {
    for (const [name, value] of Object.entries({ ...filters, authoredAfter: 1 }))
      expect([name, isWalk({ ...whole, [name]: value })]).toEqual([name, false]);
  });
});
