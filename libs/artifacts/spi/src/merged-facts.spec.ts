import type { IndexContribution, IndexFacts } from './artifact-indexes.js';
import { MergedFacts } from './merged-facts.js';
import { atOnce } from './steps.js';

const at = (second: number): Date => new Date(second * 1000);
const facts = (more: Partial<IndexFacts>): IndexFacts => ({
  versions: [],
  files: [],
  changed: at(0),
  ...more,
});
/** Three keys at most. */
const indexes = {
  fill: (known: IndexContribution, more: IndexContribution): IndexContribution =>
    Object.fromEntries(Object.entries({ ...known, ...more, ...known }).slice(0, 3)),
};
/** What becomes of them, and in how many steps. */
const merging = (kind: typeof indexes, all: readonly IndexFacts[]): { facts: IndexFacts; steps: number } => {
  const known = new MergedFacts(kind);
  const steps = all.reduce((sum, each) => sum + atOnce(known.add(each)).steps, 0);
  return { facts: known.facts, steps };
};
const merged = (...all: IndexFacts[]): IndexFacts => merging(indexes, all).facts;

describe('the facts of several repositories', () => {
  it('have every version once, and changed when the last of them did', () => {
    const both = merged(
      facts({ versions: ['1', '2'], changed: at(5) }),
      facts({ versions: ['2', '3'], changed: at(3) }),
    );
    expect(both).toEqual({ versions: ['1', '2', '3'], files: [], changed: at(5) });
  });

  it('have of files with one name that of the first repository', () => {
    const first = facts({ files: [{ name: 'a', modified: at(1) }] });
    const second = facts({
      files: [
        { name: 'a', modified: at(2) },
        { name: 'b', modified: at(2) },
      ],
    });
    expect(merged(first, second).files).toEqual([
      { name: 'a', modified: at(1) },
      { name: 'b', modified: at(2) },
    ]);
  });

  it('have a size, of the bytes of different names', () => {
    const known = new MergedFacts(indexes);
    atOnce(known.add(facts({ versions: ['€', '1'], files: [{ name: 'é', modified: at(1) }] })));
    atOnce(known.add(facts({ versions: ['€', '2'], files: [{ name: 'é', modified: at(2) }] })));
    expect(known.size).toEqual({ count: 3, bytes: 7 });
  });

  it('have what clients added, the first repository’s before the others’, as far as there is room', () => {
    const all = [{ x: 1, y: 1 }, { y: 2, z: 2, w: 2 }, { v: 3 }, { x: 4 }].map((contribution) =>
      facts({ contribution }),
    );
    expect(merged(...all).contribution).toEqual({ x: 1, y: 1, z: 2 });
    expect(merged(facts({}), facts({ contribution: { a: 1 } })).contribution).toEqual({ a: 1 });
  });

  it('do not hide a fault of the kind', () => {
    const broken = {
      fill: (): IndexContribution => {
        throw new TypeError('broken');
      },
    };
    const each = facts({ contribution: { a: 1 } });
    expect(() => merging(broken, [each, each])).toThrow(TypeError);
  });

  it('are put together in a step for what clients have added to each', () => {
    const each = facts({ contribution: { a: 1 } });
    expect(merging(indexes, [each, each, facts({})]).steps).toBe(5);
  });

  it('are put together in steps, however many they are', () => {
    const versions = Array.from({ length: 10_000 }, (_, index) => String(index));
    const files = versions.map((name) => ({ name, modified: at(0) }));
    expect(merging(indexes, [facts({ versions }), facts({ files })]).steps).toBe(6);
  });
});
