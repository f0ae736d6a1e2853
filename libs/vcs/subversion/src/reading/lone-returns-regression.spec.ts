import { DiffReader } from './diff-reader.js';

/** As `svn diff --git` says it of files whose lines end with a CR alone, as they did on old machines. */
const diff = [
  'Index: trunk/a\n' + '='.repeat(67) + '\n',
  'diff --git a/trunk/a b/trunk/a\n--- a/trunk/a\t(revision 1)\n+++ b/trunk/a\t(revision 2)\n',
  '@@ -1,2 +1,2 @@\n one\r-two\r+2\r',
  'Index: trunk/b\n' + '='.repeat(67) + '\n',
  'diff --git a/trunk/b b/trunk/b\nnew file mode 100644\n',
  '--- a/trunk/b\t(nonexistent)\n+++ b/trunk/b\t(revision 2)\n',
  '@@ -0,0 +1,3 @@\n+Index: x\r\n+\r+y\n',
].join('');

const pieces = (size: number): string[] =>
  Array.from({ length: Math.ceil(diff.length / size) }, (_, at) => diff.slice(at * size, (at + 1) * size));

describe('lines that end with a CR alone', () => {
  // The file behind such a one was not told of, and what is said of it was said of the one before.
  it.each([1, 2, 7, diff.length])('end a file, in pieces of %i characters', (size) => {
    const reader = new DiffReader();
    for (const piece of pieces(size)) reader.read(piece);
    expect(reader.changes()).toMatchObject([
      {
        ...{ path: 'trunk/a', status: 'modified', additions: 1, deletions: 1 },
        diff: '@@ -1,2 +1,2 @@\n one\r-two\r+2\r',
      },
      {
        ...{ path: 'trunk/b', status: 'added', additions: 3, deletions: 0 },
        diff: '@@ -0,0 +1,3 @@\n+Index: x\r\n+\r+y\n',
      },
    ]);
  });

  it('end one that is longer than what is kept of a line', () => {
    const reader = new DiffReader();
    const long = `+${'x'.repeat(200_000)}`;
    reader.read(diff.slice(0, diff.indexOf('+2')));
    for (const piece of [long.slice(0, 100_000), long.slice(100_000), '\r', 'Index: trunk/b\n'])
      reader.read(piece);
    expect(reader.changes().map(({ path }) => path)).toEqual(['trunk/a', 'trunk/b']);
  });
});
