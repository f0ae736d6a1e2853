import { atOnce } from '@holdfast/artifact-spi';
import { readRecords } from './xml-records.js';

describe('the records of a document', () => {
  /** Of the documents below `<r>`, those at these paths, with their texts at `one` and `two`. */
  const records = (below: string, ...paths: string[]): Record<string, string>[] => {
    const found: Record<string, string>[] = [];
    const wanted = paths.map(
      (path) =>
        [
          path,
          {
            fields: ['one', 'two'],
            take: (record: ReadonlyMap<string, string>) =>
              void found.push({ at: path, ...Object.fromEntries(record) }),
          },
        ] as const,
    );
    atOnce(readRecords(Buffer.from(below), 'r', new Map(wanted)));
    return found;
  };
  const of = (below: string): Record<string, string>[] => records(`<r>${below}</r>`, '/a/b');
  const at = '/a/b';

  it('are those at their paths, and no others', () => {
    const one = '<one>x</one>';
    expect(of(`<a><b>${one}</b><b><one>y</one><two>z</two></b></a>`)).toEqual([
      { at, one: 'x' },
      { at, one: 'y', two: 'z' },
    ]);
    for (const other of [
      `<b>${one}</b>`,
      `<a>${one}</a>`,
      `<c><b>${one}</b></c>`,
      `<a><c><b>${one}</b></c></a>`,
      `<c><a><b>${one}</b></a></c>`,
      `<a><a><b>${one}</b></a></a>`,
      `<a><b><c>${one}</c></b></a>`,
      `<a><b><b>${one}</b></b></a>`,
      `<a><b>x</b></a>`,
      '<a><b><three>x</three></b></a>',
      '<a><b/></a>',
    ])
      expect([other, of(other)]).toEqual([other, []]);
  });

  it('may be at several paths, one below another element that is left out', () => {
    const found = records('<r><x><one>1</one></x><y><z><two>2</two></z></y></r>', '/x', '/y/z');
    expect(found).toEqual([
      { at: '/x', one: '1' },
      { at: '/y/z', two: '2' },
    ]);
  });

  it('have the rest of an element after one that is nested in it', () => {
    expect(of('<a><b><three><one>n</one></three><two>t</two></b></a>')).toEqual([{ at, two: 't' }]);
    expect(of('<a><b><one>x<c>y</c></one><two>t</two></b><d/><b><one>z</one></b></a>')).toEqual([
      { at, two: 't' },
      { at, one: 'z' },
    ]);
  });

  it('resolve the entities of XML, and no others', () => {
    expect(of('<a><b><one>&lt;&gt;&amp;&quot;&apos;&amp;lt;&#65;&own;</one></b></a>')).toEqual([
      { at, one: `<>&"'&lt;&#65;&own;` },
    ]);
    expect(of('<a><b><one><![CDATA[&lt;]]>&lt;</one></b></a>')).toEqual([{ at, one: '&lt;<' }]);
  });

  it('have texts of at most 2,000 characters, in however many parts', () => {
    const text = (...parts: number[]): unknown =>
      of(`<a><b><one>${parts.map((length) => 'x'.repeat(length)).join('<!-- -->')}</one></b></a>`)[0];
    expect(text(2_000)).toEqual({ at, one: 'x'.repeat(2_000) });
    expect(text(1_000, 1_000)).toEqual({ at, one: 'x'.repeat(2_000) });
    expect([text(2_001), text(1_500, 501), text(2_001, 1)]).toEqual([undefined, undefined, undefined]);
  });

  it('are none of a document with another root', () =>
    expect(() => records('<s><r/></s>', '/a')).toThrow('the metadata has no <r>'));
});
