import { DirectoryChangeRecords, mark, type DirectoryChanges } from './directory-changes.js';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40));
const raw = (letter: string, path: string) => `:100644 100644 ${one} ${two} ${letter}\0${path}\0`;
const output = Buffer.from(
  [
    `${one}\0\n${raw('M', 'd')}${raw('M', 'd/a')}${raw('A', 'd/caf\xe9')}${raw('M', 'd/e/f')}`,
    `${two}\0`,
    mark,
    mark,
    `${three}\0\n${raw('D', 'd/=')}${raw('A', 'd/=')}${raw('A', 'd/=/b')}${raw('A', 'dd/x')}${raw('A', '\nx')}${raw('A', '=')}`,
    mark,
  ].join(''),
  'latin1',
);
const shown = (batches: readonly DirectoryChanges[]) =>
  batches.map((batch) => [...batch].map(([commit, names]) => [commit, ...names]));

describe('the changes of a directory', () => {
  const all = new Set(['a', 'caf\xe9', '=', 'd', '\nx']);
  const read = (prefix: string, size: number, wanted = all): DirectoryChanges[] => {
    const records = new DirectoryChangeRecords(prefix, wanted);
    const found: DirectoryChanges[] = [];
    for (let at = 0; at < output.length; at += size)
      found.push(...records.read(output.subarray(at, at + size)));
    return found;
  };

  it.each([1, 17, 10_000])('are the same however they come: by %d bytes', (size) => {
    expect(shown(read('d/', size))).toEqual([[[one, 'a', 'caf\xe9'], [two]], [], [[three, '=']]]);
    expect(shown(read('', size))).toEqual([[[one, 'd'], [two]], [], [[three, '\nx', '=']]]);
  });

  // All names of a directory that another had altogether changed were kept, for 64 commits at a time.
  it('are those of the names about which is asked', () => {
    expect(shown(read('d/', 100, new Set(['a', 'f'])))).toEqual([[[one, 'a'], [two]], [], [[three]]]);
  });

  it('have no endless paths', () => {
    expect(() => new DirectoryChangeRecords('', all).read(Buffer.alloc(70_000, 'x'))).toThrow(
      'a path that nobody can read',
    );
  });
});
