import { choose, listing, scenarios } from './scenarios.mjs';

/** @type {{ group: string, name: string, needs?: string }[]} */
const all = [
  { group: 'large', name: 'upload' },
  { group: 'large', name: 'memory', needs: 'upload' },
  { group: 'api', name: 'one' },
];
/** @param {{ group: string, name: string }[]} chosen */
const names = (chosen) => chosen.map(({ group, name }) => `${group}:${name}`);

describe('the choice of scenarios', () => {
  it('is everything when nothing is named, otherwise groups and single ones in the order of the run', () => {
    expect(choose(all, [])).toEqual(all);
    expect(names(choose(all, ['api', 'large:upload']))).toEqual(['large:upload', 'api:one']);
  });

  it('takes along what a scenario needs before', () => {
    expect(names(choose(all, ['large:memory']))).toEqual(['large:upload', 'large:memory']);
  });

  it('refuses a name that no scenario has', () => {
    expect(() => choose(all, ['api', 'apo:one'])).toThrow('No scenario apo:one');
  });
});

describe('the scenarios', () => {
  it('have names of their own, a unit and a direction', () => {
    expect(new Set(names(scenarios)).size).toBe(scenarios.length);
    for (const { unit, better } of scenarios) {
      expect(unit).not.toBe('');
      expect(['more', 'less']).toContain(better);
    }
    expect(listing().trim().split('\n')).toHaveLength(scenarios.length);
  });
});
