import type { FileWrite } from '@holdfast/vcs-spi';
import { areFewAndOrdinary } from './few-objects.rules.js';
import { objectOf } from './new-objects.js';

const write = (path: string): FileWrite => ({ path, content: 'x', encoding: 'utf-8' });
const blob = (length: number) => objectOf('blob', Buffer.alloc(length));

describe('new objects of a commit', () => {
  const of = (paths: readonly string[], objects = [blob(1)]) =>
    areFewAndOrdinary({ modified: paths.map(write) }, objects);

  it('need no look of git where they are few and small', () => {
    expect(of(['a', 'dir/b.txt', 'ünï/Read me.md', '.editorconfig', 'gitmodules'])).toBe(true);
    expect(
      of(
        [],
        Array.from({ length: 16 }, () => blob(1 << 10)),
      ),
    ).toBe(true);
  });

  it('need one where they are many or large', () => {
    expect(
      of(
        [],
        Array.from({ length: 17 }, () => blob(1)),
      ),
    ).toBe(false);
    expect(of([], [blob(16 << 10), blob(1)])).toBe(false);
  });

  it('need one where a file may be one that git reads, on any system', () => {
    for (const name of ['.gitmodules', '.GITattributes', '.gitignore ', '.mail\u200cmap', 'gi7e~123'])
      expect([name, of(['a', `dir/${name}`])]).toEqual([name, false]);
    for (const path of ['.gitmodules/x', 'x\\.gitmodules', '.gitmodules:x', '.gitmodules...'])
      expect([path, of([path])]).toEqual([path, false]);
  });

  it('need one where a text of a commit has a NUL, which bytes of files may have', () => {
    expect(of([], [blob(3), objectOf('tree', Buffer.alloc(3))])).toBe(true);
    expect(of([], [objectOf('commit', Buffer.from('a'))])).toBe(true);
    expect(of([], [objectOf('commit', Buffer.from('a\0'))])).toBe(false);
  });
});
