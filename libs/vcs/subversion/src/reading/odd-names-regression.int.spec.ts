import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodedPath } from '../server/dav-client.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** `svn` takes each of them, as a path among its words, for something else, or would if it stood there alone. */
const odd = [
  ...['@', '@root', '..@', '-x', '^/x', '@d/@', '~', 'a:/b', 'trunk/@', 'trunk/@x', 'trunk/@@'],
  ...['trunk/a@2', 'trunk/b@', 'trunk/.@', 'trunk/.@x', 'trunk/..@x', 'trunk/...', 'trunk/^', 'trunk/pc%40'],
];

describeSubversion('differences of files with odd names, beside a large one', () => {
  const world = SubversionWorld.ofSuite();

  it('are told of just these', async () => {
    const { directory } = await world.repository();
    const contents = { one: 'one\n', two: 'two\n', large: Buffer.alloc(17 << 20, `${'x'.repeat(1023)}\n`) };
    for (const [name, bytes] of Object.entries(contents)) await writeFile(join(world.root, name), bytes);
    const put = (from: keyof typeof contents, to: string) => [
      'put',
      join(world.root, from),
      `./${encodedPath(to)}`,
    ];
    const commit = (...changes: string[][]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...changes.flat()]);
    const above = ['^', '@d', 'a:'].map((name) => ['mkdir', encodedPath(name)]);
    await commit(...above, ...odd.map((name) => put('one', name)));
    await commit(put('large', 'trunk/large'), ...odd.map((name) => put('two', name)));
    const owner = { company: 'acme', account: 'ann' };
    const { results } = await world.kind
      .open(directory)
      .diff.changes(
        { base: '2', head: '3', backwards: false, offset: 0, limit: 100 },
        { owner, deadline: Date.now() + 60_000 },
      );
    expect(results.map(({ path }) => path).sort()).toEqual([...odd, 'trunk/large'].sort());
    for (const { path, diff, cut } of results)
      expect([path, diff, cut]).toEqual(
        path === 'trunk/large' ? [path, '', true] : [path, '@@ -1 +1 @@\n-one\n+two\n', undefined],
      );
  });
});
