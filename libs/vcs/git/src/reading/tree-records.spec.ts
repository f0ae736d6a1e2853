import type { RawEntry } from './tree-records.js';
import { entryOf, ListedRecords, TreeRecords, typeOf } from './tree-records.js';

const id = (digit: string): string => digit.repeat(40);
const record = (mode: string, name: string, digit: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id(digit), 'hex')]);

const tree = Buffer.concat([
  record('100644', 'a b', '1'),
  record('40000', 'dir', '2'),
  record('120000', 'caf\xe9', '0'),
  record('160000', 'sub', 'f'),
]);
const entries: RawEntry[] = [
  { mode: '100644', name: 'a b', id: id('1') },
  { mode: '040000', name: 'dir', id: id('2') },
  { mode: '120000', name: 'caf\xe9', id: id('0') },
  { mode: '160000', name: 'sub', id: id('f') },
];

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

describe('the records of a tree', () => {
  it.each([1, 7, 23, 1000])('are the same however they come: by %d bytes', (size) => {
    const found: RawEntry[] = [];
    const records = new TreeRecords((entry) => found.push(entry) > 0);
    for (const piece of inPieces(tree, size)) records.read(piece);
    expect(found).toEqual(entries);
  });

  it.each([1, 7, 1000])('are those whose names have the length that is wanted: by %d bytes', (size) => {
    const found: RawEntry[] = [];
    const records = new TreeRecords((entry) => found.push(entry) > 0, 3);
    for (const piece of inPieces(tree, size)) records.read(piece);
    expect(found).toEqual(entries.filter(({ name }) => name.length === 3));
  });

  it.each([1, 7, 1000])('are no more than are wanted: by %d bytes', (size) => {
    const found: RawEntry[] = [];
    const records = new TreeRecords((entry) => found.push(entry) < 2);
    for (const piece of inPieces(tree, size)) records.read(piece);
    expect(found).toEqual(entries.slice(0, 2));
  });

  it('are refused where a name has no end', () => {
    const records = new TreeRecords(() => true);
    records.read(Buffer.from('100644 '));
    expect(() => records.read(Buffer.alloc(9000, 'x'))).toThrow('longer than any path');
  });

  it('are refused where a name is longer than any path, in whatever pieces it comes', () => {
    const name = 'x'.repeat(5000);
    const tree = Buffer.from(`100644 ${name}\0${'i'.repeat(20)}more`);
    const listed = Buffer.from(`100644 blob ${'a'.repeat(40)} 1\t${name}\0`);
    for (const size of [100, 10_000]) {
      const each = new TreeRecords(() => true);
      expect(() => inPieces(tree, size).forEach((piece) => each.read(piece))).toThrow('longer than any path');
      const all = new ListedRecords(() => true);
      expect(() => inPieces(listed, size).every((piece) => all.read(piece))).toThrow('longer than any path');
    }
  });

  it('have types', () => {
    expect(entries.map(typeOf)).toEqual(['file', 'directory', 'symlink', 'submodule']);
  });

  it('are shown with their paths, and with what is no UTF-8 as such', () => {
    expect(entryOf(entries[2], 'dir')).toEqual({
      ...{ name: 'caf\ufffd', path: 'dir/caf\ufffd', type: 'symlink', mode: '120000', id: id('0') },
    });
    expect(entryOf(entries[0], '')).toMatchObject({ name: 'a b', path: 'a b' });
    expect(entryOf({ ...entries[0], name: 'x/y/z' }, '')).toMatchObject({ name: 'z', path: 'x/y/z' });
  });
});

describe('the records of all files', () => {
  const listed = Buffer.from(
    `100644 blob ${id('1')}\ta\tb\x00120000 blob ${id('2')}\tdir/\xe9\n\0`,
    'latin1',
  );

  it.each([1, 9, 1000])('are the same however they come: by %d bytes', (size) => {
    const found: RawEntry[] = [];
    const records = new ListedRecords((entry) => found.push(entry) > 0);
    for (const piece of inPieces(listed, size)) expect(records.read(piece)).toBe(true);
    expect(found).toEqual([
      { mode: '100644', name: 'a\tb', id: id('1') },
      { mode: '120000', name: 'dir/\xe9\n', id: id('2') },
    ]);
  });

  it('end when no more are wanted', () => {
    expect(new ListedRecords(() => false).read(listed)).toBe(false);
  });
});
