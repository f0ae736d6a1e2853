import { jest } from '@jest/globals';
import { DiffReader } from './diff-reader.js';
import { logReader, type LogItem } from './listing.js';

const pieceSize = 64 << 10;
const repeatedly = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

describe('what is long in an answer', () => {
  it('is not measured again for each line of a diff that is cut already', () => {
    const reader = new DiffReader();
    reader.read('Index: a\n==\n--- a\n+++ a\n@@ -0,0 +1,2000000 @@\n');
    reader.read(repeatedly('+a\n', 70 << 10));
    const measured = jest.spyOn(Buffer, 'byteLength');
    for (let count = 0; count < 10; count += 1) reader.read('+b\n'.repeat(10_000));
    expect(measured).not.toHaveBeenCalled();
    measured.mockRestore();
    const [change] = reader.changes();
    expect(change).toMatchObject({ path: 'a', cut: true, additions: Math.ceil((70 << 10) / 3) + 100_000 });
    expect(change.diff.length).toBeLessThanOrEqual(64 << 10);
    expect(change.diff.length).toBeGreaterThan((64 << 10) - 4);
  });

  it('is looked at once where it is the message of a revision', () => {
    const items: LogItem[] = [];
    const reader = logReader((item) => void items.push(item));
    const looked: number[] = [];
    type Search = (this: string, sought: string, from?: number) => number;
    const indexOf = Reflect.get<object, string>(String.prototype, 'indexOf') as Search;
    const spy = jest.spyOn(String.prototype, 'indexOf').mockImplementation(function (
      this: string,
      ...[sought, from]: Parameters<Search>
    ) {
      looked.push(this.length - (from ?? 0));
      return indexOf.call(this, sought, from);
    });
    reader.read('<S:log-report><S:log-item><D:version-name>1</D:version-name><D:comment>');
    for (let count = 0; count < 100; count += 1) reader.read('m'.repeat(pieceSize));
    spy.mockRestore();
    expect(Math.max(...looked)).toBeLessThan(2 * pieceSize);
    reader.read('</D:comment></S:log-item></S:log-report>');
    expect(items).toHaveLength(1);
    expect(items[0].message.length).toBeLessThan((1 << 20) + 2 * pieceSize);
  });
});
