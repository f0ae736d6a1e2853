import { atOnce, MergedFacts, type IndexContribution } from '@holdfast/artifact-spi';
import { contributed } from './metadata-contribution.js';
import { mavenIndexes } from './metadata.js';
import type { Plugin } from './plugins.js';

const plugin = (prefix: string, artifactId = 'first'): Plugin => ({ prefix, artifactId });
const many = (count: number, letter: string): Plugin[] =>
  Array.from({ length: count }, (_, at) => plugin(`${letter}${String(at).padStart(4, '0')}`));
const variants = (count: number, letter: string) =>
  Array.from({ length: count }, (_, at) => ({ classifier: `${letter}.${at}`, extension: 'jar' }));

/** What becomes of the contributions of several members. */
const group = (...members: IndexContribution[]) => {
  const merged = new MergedFacts(mavenIndexes);
  for (const contribution of members)
    atOnce(merged.add({ versions: [], files: [], changed: new Date(0), contribution }));
  return contributed(merged.facts.contribution);
};
const prefixes = (...members: Plugin[][]): string[] =>
  group(...members.map((plugins) => ({ plugins, variants: [] }))).plugins.map(({ prefix }) => prefix);

describe('the index of a group whose members have more plugins than one index takes', () => {
  it('has of each later member as many as there is room for, not none', () => {
    const found = prefixes(many(1_990, 'm'), [plugin('acme')], many(2_000, 'n'));
    expect(found).toHaveLength(2_000);
    expect(found.filter((each) => !each.startsWith('m'))).toEqual([
      'acme',
      ...many(9, 'n').map(({ prefix }) => prefix),
    ]);
  });

  it('has all of the first member, and its plugin of a prefix', () => {
    const full = many(2_000, 'm');
    const other = [plugin('a', 'second'), plugin('m0000', 'second')];
    expect(group({ plugins: full }, { plugins: other }).plugins).toEqual(full);
  });

  it('has names of files in their own room', () => {
    const { plugins, variants: named } = group(
      { plugins: many(2_000, 'm'), variants: variants(1_999, 'm') },
      { plugins: [plugin('a')], variants: variants(2, 'n') },
    );
    expect(plugins).toEqual(many(2_000, 'm'));
    expect(named).toHaveLength(2_000);
    expect(named).toContainEqual({ classifier: 'n.0', extension: 'jar' });
  });
});
