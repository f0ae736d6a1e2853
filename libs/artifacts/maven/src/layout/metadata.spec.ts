import { atOnce, IndexRefused, type IndexContribution, type IndexFacts } from '@holdfast/artifact-spi';
import { mavenIndexes } from './metadata.js';

const facts = (more: Partial<IndexFacts>): IndexFacts => ({
  versions: [],
  files: [],
  changed: new Date('2026-05-06T07:08:09.999Z'),
  ...more,
});
const derive = (directory: string, more: Partial<IndexFacts>): string =>
  Buffer.from(atOnce(mavenIndexes.derive(directory, facts(more))).result ?? []).toString();
/** What is read of a document, and in how many steps. */
const read = (upload: string | Buffer): { said: IndexContribution | undefined; steps: number } => {
  const { result, steps } = atOnce(mavenIndexes.read(Buffer.from(upload)));
  return { said: result, steps };
};
const merge = (...uploads: string[]): IndexContribution | undefined =>
  uploads.reduce<IndexContribution | undefined>((known, upload) => {
    const { said } = read(upload);
    return said ? mavenIndexes.merge(known, said) : known;
  }, undefined);
const plugins = (...prefixes: string[]): string =>
  `<metadata><plugins>${prefixes
    .map(
      (p) =>
        `<plugin><name>${p} name</name><prefix>${p}</prefix><artifactId>${p}-maven-plugin</artifactId></plugin>`,
    )
    .join('')}</plugins></metadata>`;
const modified = new Date('2026-03-04T05:06:07Z');
const files = (...names: string[]) => names.map((name) => ({ name, modified }));
const entries = (xml: string): string[] =>
  [...xml.matchAll(/<snapshotVersion>(.*?)<\/snapshotVersion>/gs)].map(([, body]) =>
    body.replace(/\s+/g, ''),
  );

describe('maven-metadata.xml of an artifact', () => {
  it('has versions in Maven order, the highest as latest, the highest that is no SNAPSHOT as release', () => {
    expect(derive('com/acme/lib', { versions: ['1.10', '2.0-SNAPSHOT', '1.9', '1.10-rc1'] })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>com.acme</groupId>
  <artifactId>lib</artifactId>
  <versioning>
    <latest>2.0-SNAPSHOT</latest>
    <release>1.10</release>
    <versions>
      <version>1.9</version>
      <version>1.10-rc1</version>
      <version>1.10</version>
      <version>2.0-SNAPSHOT</version>
    </versions>
    <lastUpdated>20260506070809</lastUpdated>
  </versioning>
</metadata>
`,
    );
  });

  it('has no release where there are SNAPSHOTs only', () =>
    expect(derive('g/lib', { versions: ['1.0-SNAPSHOT', 'SNAPSHOT'] })).not.toContain('<release>'));

  it('escapes names', () =>
    expect(derive('g/<a>&', { versions: ['1<2'] })).toContain('<artifactId>&lt;a&gt;&amp;</artifactId>'));

  it('has the plugins of a directory that is a group as well', () => {
    const xml = derive('com/acme', { versions: ['1'], contribution: merge(plugins('one')) });
    expect(xml).toContain('<version>1</version>');
    expect(xml).toContain('<prefix>one</prefix>');
  });
});

describe('maven-metadata.xml of a SNAPSHOT version', () => {
  const directory = 'com/acme/lib/1.1-SNAPSHOT';

  it('has the newest file of each classifier and extension', () => {
    const xml = derive(directory, {
      files: files(
        'lib-1.1-20260102.030405-1.jar',
        'lib-1.1-20260102.030405-1.pom',
        'lib-1.1-20260102.040506-2.jar',
        'lib-1.1-20260102.030405-1-sources.jar',
        'lib-1.1-20260102.030405-1-bin.tar.gz',
        'unrelated.txt',
        'lib-1.10-20260102.040506-3.jar',
      ),
    });
    expect(xml).toContain('<metadata modelVersion="1.1.0">');
    expect(xml).toContain('<version>1.1-SNAPSHOT</version>');
    expect(xml.replace(/\s+/g, '')).toContain(
      '<snapshot><timestamp>20260102.040506</timestamp><buildNumber>2</buildNumber></snapshot>',
    );
    expect(entries(xml)).toEqual([
      '<extension>jar</extension><value>1.1-20260102.040506-2</value><updated>20260102040506</updated>',
      '<extension>pom</extension><value>1.1-20260102.030405-1</value><updated>20260102030405</updated>',
      '<classifier>bin</classifier><extension>tar.gz</extension><value>1.1-20260102.030405-1</value><updated>20260102030405</updated>',
      '<classifier>sources</classifier><extension>jar</extension><value>1.1-20260102.030405-1</value><updated>20260102030405</updated>',
    ]);
  });

  it('holds build 10 to be newer than build 9', () =>
    expect(
      derive(directory, { files: files('lib-1.1-20260102.030405-10.jar', 'lib-1.1-20260102.030405-9.jar') }),
    ).toContain('<buildNumber>10</buildNumber>'));

  it('lists files without a timestamp, and then names no build', () => {
    const xml = derive(directory, { files: files('lib-1.1-SNAPSHOT.jar') });
    expect(entries(xml)).toEqual([
      '<extension>jar</extension><value>1.1-SNAPSHOT</value><updated>20260304050607</updated>',
    ]);
    expect(xml).not.toContain('<snapshot>');
  });

  it('keeps signatures with the file that they sign', () => {
    const xml = derive(directory, {
      files: files('lib-1.1-20260102.030405-1.jar.asc', 'lib-1.1-20260102.030405-1-sources.jar.asc'),
    });
    expect(xml).toContain('<extension>jar.asc</extension>');
    expect(entries(xml)[1]).toContain('<classifier>sources</classifier><extension>jar.asc</extension>');
  });

  it('takes from clients where a classifier with dots ends', () => {
    const name = 'lib-1.1-20260102.030405-1-a.b.c.d';
    const client =
      '<metadata><versioning><snapshotVersions><snapshotVersion><classifier>a.b</classifier><extension>c.d</extension></snapshotVersion></snapshotVersions></versioning></metadata>';
    expect(derive(directory, { files: files(name), contribution: merge(client) })).toContain(
      '<classifier>a.b</classifier>',
    );
    expect(derive(directory, { files: files(name) })).toContain('<classifier>a.b.c</classifier>');
  });
});

describe('what clients say in maven-metadata.xml', () => {
  it('is merged, so that no plugin is lost', () => {
    const xml = derive('com/acme', {
      contribution: merge(plugins('two'), plugins('one'), plugins('two', 'three')),
    });
    expect([...xml.matchAll(/<prefix>(.*?)</g)].map(([, prefix]) => prefix)).toEqual(['one', 'three', 'two']);
    expect(xml).toContain('<name>one name</name>');
  });

  it('adds no versions', () => {
    const sent =
      '<metadata><groupId>g</groupId><versioning><release>9</release><versions><version>9</version></versions></versioning></metadata>';
    expect(merge(sent)).toBeUndefined();
  });

  it('is read with namespaces, comments, CDATA and XML entities', () => {
    const sent =
      '<?xml version="1.0"?><!-- c --><m:metadata xmlns:m="urn:x"><m:plugins><m:plugin><m:prefix>a&amp;b</m:prefix><m:artifactId><![CDATA[x]]></m:artifactId></m:plugin></m:plugins></m:metadata>';
    expect(merge(sent)).toEqual({ plugins: [{ prefix: 'a&b', artifactId: 'x' }], variants: [] });
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0, 255, 60])],
    ['two roots', Buffer.from('<metadata/><metadata/>')],
    ['another root', Buffer.from('<project><metadata/></project>')],
    ['entity expansion', Buffer.from('<!DOCTYPE m [<!ENTITY a "aa">]><metadata>&a;</metadata>')],
    ['a document type in lower case', Buffer.from('<!doctype metadata><metadata/>')],
    ['a cut file', Buffer.from('<metadata><plugins>')],
    ['a million open elements', Buffer.from('<a>'.repeat(300_000))],
    ['text beside the root', Buffer.from('<metadata/>x')],
    ['a tag that does not end', Buffer.from('<metadata')],
    ['an attribute without a value', Buffer.from('<metadata a></metadata>')],
    ['an end that is another element’s', Buffer.from('<metadata><a></b></metadata>')],
    ['very many attributes', Buffer.from(`<metadata${' a=""'.repeat(1001)}/>`)],
    ['deep nesting', Buffer.from(`<metadata>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</metadata>`)],
    [
      'more plugins than those of a full group and as many of its own',
      Buffer.from(plugins(...Array.from({ length: 4001 }, (_, index) => `p${index}`))),
    ],
  ])('is refused if it is %s', (_, bytes) => expect(() => read(bytes)).toThrow(IndexRefused));

  it('is read in steps, between which others are served', () => {
    const versions = '<version>1.0</version>'.repeat(50_000);
    const sent = `<metadata><versioning><versions>${versions}</versions></versioning></metadata>`;
    expect(read(sent).steps).toBeGreaterThan(20);
    expect(read(plugins('one')).steps).toBe(1);
  });

  it('has texts that stand for themselves, once, and are no longer than a name may be', () => {
    const plugin = (prefix: string): string =>
      `<metadata><plugins><plugin>${prefix}<artifactId>a</artifactId></plugin></plugins></metadata>`;
    expect(merge(plugin('<prefix> a<!-- c -->b </prefix>'))).toMatchObject({ plugins: [{ prefix: 'ab' }] });
    expect(merge(plugin('<prefix><![CDATA[&amp;]]></prefix>'))).toMatchObject({
      plugins: [{ prefix: '&amp;' }],
    });
    for (const prefix of [
      '<prefix>a</prefix><prefix>b</prefix>',
      '<prefix>a<b/></prefix>',
      '<prefix/>',
      '<a><prefix>a</prefix></a>',
    ])
      expect(merge(plugin(prefix))).toBeUndefined();
    for (const length of [256, 5000])
      expect(merge(plugin(`<prefix>${'a'.repeat(length)}</prefix>`))).toBeUndefined();
  });

  it('cannot reach the prototype of an object', () => {
    const sent =
      '<metadata><__proto__><plugins><plugin><prefix>a</prefix></plugin></plugins></__proto__><constructor>x</constructor></metadata>';
    let merged: unknown;
    try {
      merged = merge(sent);
    } catch (error) {
      expect(error).toBeInstanceOf(IndexRefused);
    }
    expect(merged).toBeUndefined();
    expect(({} as Record<string, unknown>).plugins).toBeUndefined();
  });
});
