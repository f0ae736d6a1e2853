import { blocksOf, ChangeRecords, type RawChange } from './change-records.js';

const id = '1'.repeat(40);
const output = Buffer.from(
  [
    `:000000 100644 ${id} ${id} A\0new\0`,
    `:100644 100644 ${id} ${id} R087\0old name\0caf\xe9\0`,
    `:100644 120000 ${id} ${id} T\0:odd\0`,
    `:100644 000000 ${id} ${id} D\0gone\0`,
  ].join(''),
  'latin1',
);
const expected: RawChange[] = [
  { path: 'new', status: 'added', mode: '100644', oldMode: '000000' },
  { path: 'caf\ufffd', oldPath: 'old name', status: 'renamed', mode: '100644', oldMode: '100644' },
  { path: ':odd', status: 'type_changed', mode: '120000', oldMode: '100644' },
  { path: 'gone', status: 'deleted', mode: '000000', oldMode: '100644' },
];

describe('the records of changes', () => {
  it.each([1, 13, 10_000])('are the same however they come: by %d bytes', (size) => {
    const found: RawChange[] = [];
    const records = new ChangeRecords((change) => found.push(change) > 0);
    for (let at = 0; at < output.length; at += size)
      expect(records.read(output.subarray(at, at + size))).toBe(true);
    expect(found).toEqual(expected);
    expect(found.map(blocksOf)).toEqual([1, 1, 2, 1]);
  });

  it('end when no more are wanted', () => {
    expect(new ChangeRecords(() => false).read(output)).toBe(false);
  });
});
