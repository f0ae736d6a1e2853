import { atOnce, type IndexContribution } from '@holdfast/artifact-spi';
import { contributed, maximumMetadataBytes } from './metadata-contribution.js';
import { mavenIndexes } from './metadata.js';
import { pluginEntry, type Plugin } from './plugins.js';

const directory = 'com/acme';
const plugin = (prefix: string): Plugin => ({ prefix, artifactId: `${prefix}-maven-plugin` });
const many = (count: number, of: (at: string) => Plugin): Plugin[] =>
  Array.from({ length: count }, (_, at) => of(String(at).padStart(4, '0')));
/** With texts that are five times as long in XML as they are kept. */
const dear = (batch: number) =>
  many(320, (at) => {
    const name = '&'.repeat(255);
    return { name, prefix: `a${batch}${at}`.padEnd(255, '&'), artifactId: name };
  });
const cheap = (letter: string, count = 2_000) =>
  many(count, (at) => ({ prefix: `${letter}${at}`, artifactId: 'z' }));

const documentOf = (plugins: readonly Plugin[]): string =>
  `<metadata><plugins>${plugins.map(pluginEntry).join('')}</plugins></metadata>`;
const readOf = (uploaded: string): IndexContribution | undefined =>
  atOnce(mavenIndexes.read(Buffer.from(uploaded))).result;
const served = (contribution: IndexContribution | undefined, versions: string[] = []): string => {
  const facts = { versions, files: [], changed: new Date(0), ...(contribution && { contribution }) };
  return Buffer.from(atOnce(mavenIndexes.derive(directory, facts)).result ?? []).toString();
};

/** An index to which clients deploy. */
class Group {
  kept: IndexContribution | undefined;

  put(document: string): this {
    const read = readOf(document);
    if (read) this.kept = mavenIndexes.merge(this.kept, read);
    return this;
  }

  /** As Maven does: it sends back what it was served, its own plugin behind the others or before them. */
  deploy(own: string, isLast = true): this {
    const sent = contributed(readOf(served(this.kept) || '<metadata/>')).plugins;
    const document = documentOf(isLast ? [...sent, plugin(own)] : [plugin(own), ...sent]);
    expect(Buffer.byteLength(document)).toBeLessThan(maximumMetadataBytes);
    return this.put(document);
  }

  has(prefix: string): boolean {
    return served(this.kept).includes(`<prefix>${prefix}</prefix>`);
  }
}

// A member filled the plugins of a group: those that others deployed later were not listed, as what they sent back was
// longer than what is read, or their deploys were refused.
describe('the plugins of a group that somebody has filled', () => {
  it.each([
    ['bytes', [dear(0), dear(1), dear(2)]],
    ['entries', [cheap('a')]],
    ['entries that come behind all others', [cheap('z')]],
  ])('by %s, have room for all that are deployed later', (_, fills) => {
    const group = new Group();
    for (const fill of fills) group.put(documentOf(fill));
    const own = Array.from({ length: 12 }, (__, at) => `own${at}`);
    for (const [at, prefix] of own.entries()) group.deploy(prefix, at % 2 === 0);
    expect(own.filter((prefix) => !group.has(prefix))).toEqual([]);
    expect(contributed(group.kept).plugins.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(group.kept).length).toBeLessThan(501 * 1024);
  });

  it('lose those that were said first, and none that is sent back', () => {
    const group = new Group()
      .deploy('first')
      .deploy('second')
      .put(documentOf(cheap('a', 1_998)));
    expect([group.has('first'), group.has('second')]).toEqual([true, true]);
    group.put(documentOf([plugin('third')]));
    expect([group.has('first'), group.has('second'), group.has('third')]).toEqual([false, true, true]);
    const before = group.kept;
    expect(group.put(served(before)).kept).toEqual(before);
  });

  it('are of one prefix what was said last', () => {
    const group = new Group().put(documentOf(cheap('a')));
    group.put(documentOf([{ prefix: 'a1999', artifactId: 'other', name: 'n' }]));
    const [newest, ...others] = contributed(group.kept).plugins;
    expect([newest, others.length]).toEqual([{ prefix: 'a1999', artifactId: 'other', name: 'n' }, 1_999]);
  });

  it('stay below what is read where they were stored when more was kept, beside many versions', () => {
    const stored = { plugins: [...dear(0), ...dear(1), ...dear(2)], variants: [] };
    const versions = Array.from({ length: 20_000 }, (_, at) => `1.${at}.0-20260102.030405-${at}`);
    expect(Buffer.byteLength(served(stored, versions))).toBeLessThan(maximumMetadataBytes);
    const group = new Group();
    group.kept = stored;
    expect(group.deploy('own').has('own')).toBe(true);
  });

  it('are as many in a group of repositories', () => {
    const filled = new Group().put(documentOf(dear(0))).kept ?? {};
    const merged = mavenIndexes.fill({ plugins: [plugin('own')], variants: [] }, filled);
    expect(served(merged)).toContain('<prefix>own</prefix>');
    expect(JSON.stringify(merged).length).toBeLessThan(501 * 1024);
  });
});
