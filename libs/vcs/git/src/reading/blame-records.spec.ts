import { BlameRecords, inOrder, unquoted, type RawBlame } from './blame-records.js';

const one = '1'.repeat(40);
const other = '2'.repeat(40);
const output = Buffer.from(
  [
    `${one} 7 3 2`,
    'author A <b',
    `summary ${'x'.repeat(50_000)}`,
    'filename "a\\tb\\351\\"\\\\"',
    `${other} 1 1 2`,
    `summary ${other} 9 9 9`,
    'filename caf\xe9',
    `${one} 9 5 1`,
    'filename "a\\tb\\351\\"\\\\"',
    '',
  ].join('\n'),
  'latin1',
);
const expected: RawBlame[] = [
  { id: one, original: 7, line: 3, count: 2, path: 'a\tb\xe9"\\' },
  { id: other, original: 1, line: 1, count: 2, path: 'caf\xe9' },
  { id: one, original: 9, line: 5, count: 1, path: 'a\tb\xe9"\\' },
];

describe('the records of a blame', () => {
  it.each([1, 13, 1_000_000])('are the same however they come: by %d bytes', (size) => {
    const found: RawBlame[] = [];
    const records = new BlameRecords((lines) => found.push(lines) > 0);
    const wanted = new Set<boolean>();
    for (let at = 0; at < output.length; at += size) wanted.add(records.read(output.subarray(at, at + size)));
    expect(wanted).toEqual(new Set([true]));
    expect(found).toEqual(expected);
  });

  it('end when no more are wanted', () => {
    expect(new BlameRecords(() => false).read(output)).toBe(false);
  });

  it('have names in quotes where these are odd', () => {
    expect(unquoted('plain "name"')).toBe('plain "name"');
    expect(unquoted('"\\a\\b\\n\\v\\f\\r\\001\\377"')).toBe('\x07\b\n\v\f\r\x01\xff');
  });

  it('are put in order, and those together that follow one another in both files', () => {
    const [first, , third] = expected;
    expect(inOrder(expected)).toEqual([expected[1], { ...first, count: 3 }]);
    for (const apart of [{ id: other }, { path: 'x' }, { original: 10 }, { line: 6 }])
      expect(inOrder([first, { ...third, ...apart }])).toHaveLength(2);
    expect(expected[0].count).toBe(2);
  });
});
