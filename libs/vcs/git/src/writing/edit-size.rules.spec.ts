import {
  Directories,
  hasTooManyNames,
  isLarge,
  mostDirectories,
  mostNames,
  tooMany,
} from './edit-size.rules.js';

const edits = (modified: string[], deleted: string[] = [], content = '') => ({
  modified: modified.map((path) => ({ path, content, encoding: 'utf-8' as const })),
  deleted,
});
const files = (count: number, depth = 1) =>
  Array.from({ length: count }, (_, at) => `${'d/'.repeat(depth - 1)}${at}`);

describe('the size of edits', () => {
  it('is that of all their paths, name by name', () => {
    const half = mostNames / 20;
    expect(hasTooManyNames(edits(files(half, 10), files(half, 10)))).toBe(false);
    expect(hasTooManyNames(edits(files(half, 10), [...files(half, 10), 'x']))).toBe(true);
    expect(hasTooManyNames(edits(['x/'.repeat(mostNames)]))).toBe(true);
  });

  it('is told wherever something is too much', () => {
    expect(tooMany(edits(['a']), 7)).toEqual({ modified: { maximum: 7 } });
    expect(tooMany(edits([], ['a']), 7)).toEqual({ deleted: { maximum: 7 } });
    expect(tooMany(edits(['a'], ['b']), 7)).toEqual({ modified: { maximum: 7 }, deleted: { maximum: 7 } });
  });

  it('is usual, or large by files, by names or by contents', () => {
    expect(isLarge(edits(files(1000, 10)))).toBe(false);
    expect(isLarge(edits(files(1000), files(1000)))).toBe(false);
    expect(isLarge(edits(files(1000), files(1001)))).toBe(true);
    expect(isLarge(edits(files(1000, 10), ['a']))).toBe(true);
    expect(isLarge(edits(files(2), [], 'x'.repeat(128 << 10)))).toBe(false);
    expect(isLarge(edits(files(2), [], 'x'.repeat((128 << 10) + 1)))).toBe(true);
  });
});

describe('the directories of files', () => {
  it('count once each', () => {
    const directories = new Directories();
    for (let at = 0; at < mostDirectories - 1; at += 1) directories.add(`d/${at}/f`);
    for (let at = 0; at < 10; at += 1) directories.add(`d/${at}/g`);
    directories.add('f');
    expect(directories.areTooMany).toBe(false);
    directories.add('d/one/f');
    expect(directories.areTooMany).toBe(true);
  });
});
