import { atOnce, IndexRefused } from '@holdfast/artifact-spi';
import { scanXml } from './xml-scanner.js';

describe('a document', () => {
  /** What it consists of: `<a`, `>`, texts with `=` before those in which there are no entities. */
  const said = (document: string | Uint8Array): string[] => {
    const all: string[] = [];
    atOnce(
      scanXml(typeof document === 'string' ? Buffer.from(document) : document, {
        opened: (name) => void all.push(`<${name}`),
        text: (part, escaped) => void all.push(escaped ? part : `=${part}`),
        closed: () => void all.push('>'),
      }),
    );
    return all;
  };
  const refusal = (document: string | Uint8Array): unknown => {
    try {
      return said(document);
    } catch (error) {
      expect(error).toBeInstanceOf(IndexRefused);
      return error;
    }
  };
  const malformed = new IndexRefused('the metadata is not well-formed XML', true);

  it.each([
    ['<a/>', '<a >'],
    [' <a />\n', '<a >'],
    ['<n:a>b</n:a >', '<a b >'],
    ['<a>b<!-- <c> -->d</a>', '<a b d >'],
    ['<a><!-- b-->c</a>', '<a c >'],
    ['<?xml version="1.0"?><a><?x ?>b</a><?y?>', '<a b >'],
    ['<!-->--><a/>', '<a >'],
    ['<a><![CDATA[<b>&amp;]]></a>', '<a =<b>&amp; >'],
    ['<a  one="1"   two = \'2 > 1\'\n three=""><b/></a>', '<a <b > >'],
    ["<a one='' two='x'/>", '<a >'],
    ['<a>  </a>', '<a    >'],
  ])('%s is read as %s', (document, read) => expect(said(document).join(' ')).toBe(read));

  it.each([
    ...['', ' ', 'a', '<a', '<a>', '</a>', '<a></b>', '<a></a', '<a/><a/>', '<a/><b>', 'x<a/>', '<a/>x'],
    ...['<a/>&', '<![CDATA[x]]>', '<![CDATA[x]]><a/>', '<a/><![CDATA[x]]>', '<a><![CDATA[x</a>'],
    ...['<a b/>', '<a b=c/>', '<a b="<"/>', "<a b='<'/>", '<a b="1"c="2"/>', '<a b="1/>', '<a / >', '< a/>'],
    ...['<?a', '<a><!-- </a>', '<a><!x></a>', '<a></ a>', '<>', '<a><></></a>', '<?', '<?>', '<!--'],
  ])('%j is not well-formed', (document) => expect(refusal(document)).toEqual(malformed));

  it('has to be UTF-8', () => {
    const wrong = Buffer.concat([Buffer.from('<a>'), Buffer.from([0xff]), Buffer.from('</a>')]);
    expect(refusal(wrong)).toEqual(new IndexRefused('the metadata is not UTF-8', true));
    expect(said('<ä>ü</ä>')).toEqual(['<ä', 'ü', '>']);
  });

  it('has no document type and no entities of its own, wherever they stand', () => {
    const wrong = new IndexRefused('the metadata has a document type declaration');
    for (const document of ['<!DOCTYPE a><a/>', '<!doctype a><a/>', '<a><![CDATA[<!ENTITY x "y">]]></a>'])
      expect(refusal(document)).toEqual(wrong);
  });

  it('is no deeper than 64 elements, each with at most 1,000 attributes', () => {
    const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(said(deep(64))).toHaveLength(128);
    expect(refusal(deep(65))).toEqual(new IndexRefused('the metadata is nested too deeply'));
    const wide = (attributes: number): string => `<a${' b="c"'.repeat(attributes)}/>`;
    expect(said(wide(1_000))).toEqual(['<a', '>']);
    expect(refusal(wide(1_001))).toEqual(new IndexRefused('the metadata has too many attributes'));
  });

  it('is told to be broken where it is, and not where it is refused for more', () => {
    const isBroken = (document: string | Uint8Array): unknown => (refusal(document) as IndexRefused).broken;
    expect([isBroken('<a'), isBroken(Buffer.from([0xff])), isBroken('<!DOCTYPE a><a/>')]).toEqual([
      ...[true, true, false],
    ]);
  });
});
