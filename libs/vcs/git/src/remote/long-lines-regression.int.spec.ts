import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { lfsPointers } from './lfs-pointers.js';

// A name of 110 MB, 400 KB on the wire, was put together anew with each piece of it: for minutes the process that
// serves all transfers did little else, and had 900 MB.
describe('what is longer than anybody wants', () => {
  const world = GitWorld.ofSuite();
  const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
  const length = 64 << 20;

  it('is not kept where it is the name of a file', async () => {
    const { directory } = await world.repository();
    const blob = await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: 'text' });
    const entry = Buffer.concat([
      Buffer.from(`100644 ${'n'.repeat(length)}\0`),
      Buffer.from(blob.trim(), 'hex'),
    ]);
    const asked = ['hash-object', '-w', '--stdin', '-t', 'tree', '--literally'];
    const tree = await world.must(asked, { cwd: directory, input: entry });
    const commit = await world.must(['commit-tree', '-m', 'x', tree.trim()], { cwd: directory });
    expect(await memoryFor(directory, [commit.trim()])).toBeLessThan(length);
  });

  // Beside a file of attributes, so that pointers are looked for.
  it('is not read where it is a file that a tag names', async () => {
    const { directory } = await world.repository();
    const asked = { cwd: directory };
    const large = await world.must(['hash-object', '-w', '--stdin'], { ...asked, input: 'n'.repeat(length) });
    const attributes = await world.must(['hash-object', '-w', '--stdin'], {
      ...asked,
      input: '* filter=lfs\n',
    });
    const entry = `100644 blob ${attributes.trim()}\t.gitattributes\n`;
    const tree = await world.must(['mktree'], { ...asked, input: entry });
    const commit = await world.must(['commit-tree', '-m', 'x', tree.trim()], asked);
    expect(await memoryFor(directory, [commit.trim(), large.trim()])).toBeLessThan(length);
  });

  /** What looking for pointers takes (bytes). */
  const memoryFor = async (directory: string, tips: readonly string[]): Promise<number> => {
    const most: number[] = [];
    const timer = setInterval(() => most.push(process.memoryUsage().heapUsed), 20);
    const before = process.memoryUsage().heapUsed;
    const found = await lfsPointers(
      processes,
      { directory, environment: {} },
      tips,
      new AbortController().signal,
    );
    for await (const { objects } of found) expect(objects).toEqual([]);
    clearInterval(timer);
    return Math.max(0, ...most) - before;
  };
});
