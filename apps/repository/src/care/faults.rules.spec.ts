import { inBoth, withFault } from './faults.rules.js';

const found = (...lines: string[]) => ({ lines, count: lines.length });

describe('what is wrong with a repository', () => {
  it('is what was found twice', () => {
    expect(inBoth(found('a', 'b'), found('b', 'c'))).toEqual(found('b'));
    expect(inBoth(found('a'), found('b'))).toEqual(found());
    expect(inBoth(found('a'), found())).toEqual(found());
  });

  it('is counted where not all of it has its line', () => {
    expect(inBoth({ lines: ['a'], count: 900 }, { lines: ['a'], count: 700 })).toEqual({
      lines: ['a'],
      count: 700,
    });
  });

  it('may be something more', () => {
    expect(withFault(found('a'), 'b')).toEqual(found('a', 'b'));
    expect(withFault(found('a'), undefined)).toEqual(found('a'));
  });
});
