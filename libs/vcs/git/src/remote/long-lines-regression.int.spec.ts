import { jest } from '@jest/globals';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { lfsPointers } from './lfs-pointers.js';

jest.setTimeout(60_000);

// A name of 110 MB, 400 KB on the wire, was put together anew with each piece of it: for minutes the process that
// serves all transfers did little else, and had 900 MB.
describe('a tree with a name that is longer than any', () => {
  const world = GitWorld.ofSuite();
  const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
  const length = 64 << 20;

  it('is looked through for large files, and its name is not kept', async () => {
    const { directory } = await world.repository();
    const blob = await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: 'text' });
    const entry = Buffer.concat([
      Buffer.from(`100644 ${'n'.repeat(length)}\0`),
      Buffer.from(blob.trim(), 'hex'),
    ]);
    const asked = ['hash-object', '-w', '--stdin', '-t', 'tree', '--literally'];
    const tree = await world.must(asked, { cwd: directory, input: entry });
    const commit = await world.must(['commit-tree', '-m', 'x', tree.trim()], { cwd: directory });
    const most: number[] = [];
    const timer = setInterval(() => most.push(process.memoryUsage().heapUsed), 20);
    const before = process.memoryUsage().heapUsed;
    const where = { directory, environment: {} };
    const found = await lfsPointers(processes, where, [commit.trim()], new AbortController().signal);
    clearInterval(timer);
    expect(found).toEqual([]);
    expect(Math.max(0, ...most) - before).toBeLessThan(length);
  });
});
