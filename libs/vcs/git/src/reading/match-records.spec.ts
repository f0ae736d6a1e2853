import type { FoundText } from '@holdfast/vcs-spi';
import { MatchRecords, wholeCharacters } from './match-records.js';

const record = (path: string, line: number, column: number, text: string): Buffer =>
  Buffer.concat([Buffer.from(`ref:${path}\0${line}\0${column}\0`, 'latin1'), Buffer.from(`${text}\n`)]);
const long = 'é'.repeat(5_000);
const output = Buffer.concat([
  record('a\nb', 3, 1, 'über\0all'),
  record('caf\xe9', 40, 1, ''),
  record('c', 1, 6_002, `${long}here${long}`),
  record('d', 1, 2, `x${long}`),
]);
const expected: FoundText[] = [
  { path: 'a\nb', line: 3, text: 'über\0all' },
  { path: 'caf\ufffd', line: 40, text: '' },
  { path: 'c', line: 1, text: 'é'.repeat(499), cut: true },
  { path: 'd', line: 1, text: `x${'é'.repeat(499)}`, cut: true },
];

describe('what was found in files', () => {
  it.each([1, 13, 1_000_000])('is the same however it comes: by %d bytes', (size) => {
    const found: FoundText[] = [];
    const records = new MatchRecords(4, (match) => found.push(match) > 0);
    const wanted = new Set<boolean>();
    for (let at = 0; at < output.length; at += size) wanted.add(records.read(output.subarray(at, at + size)));
    expect(wanted).toEqual(new Set([true]));
    expect(found).toEqual(expected);
  });

  it('is shown with a part of what stands around it', () => {
    const found: FoundText[] = [];
    const line = `${'a'.repeat(300)}here${'b'.repeat(900)}`;
    new MatchRecords(4, (match) => found.push(match) > 0).read(record('c', 1, 301, line));
    expect(found[0]).toMatchObject({ text: `${'a'.repeat(200)}here${'b'.repeat(796)}`, cut: true });
  });

  it('ends when no more is wanted', () => {
    expect(new MatchRecords(4, () => false).read(output)).toBe(false);
  });

  it('has no halves of characters', () => {
    const bytes = Buffer.from('é😀x');
    expect(wholeCharacters(bytes.subarray(1), true, false)).toBe('😀x');
    expect(wholeCharacters(bytes.subarray(0, 5), false, true)).toBe('é');
    expect(wholeCharacters(bytes.subarray(0, 5), true, true)).toBe('é');
    expect(wholeCharacters(bytes, true, true)).toBe('é😀x');
    expect(wholeCharacters(Buffer.alloc(0), true, true)).toBe('');
    expect(wholeCharacters(bytes.subarray(0, 1), false, true)).toBe('');
    expect(wholeCharacters(Buffer.from([0x80, 0x80]), false, false)).toBe('\ufffd\ufffd');
  });
});
