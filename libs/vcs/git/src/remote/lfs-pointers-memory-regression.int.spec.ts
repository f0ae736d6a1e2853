import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { lfsPointers } from './lfs-pointers.js';

jest.setTimeout(120_000);

// git itself. Each id was a part of the text in which it came: 250,000 pointers of 980 bytes, packed to 33 MB, kept 420
// MB of the process that serves all transfers.
describe('the pointers of large files', () => {
  const world = GitWorld.ofSuite();
  const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
  const count = 10_000;
  const longest = 1_000;

  const oidOf = (at: number): string => createHash('sha256').update(String(at)).digest('hex');
  const fileOf = (path: string, text: string): string =>
    `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const pointers = function* (): Generator<string> {
    for (let at = 0; at < count; at += 1) {
      const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(at)}\nsize ${at}\n`;
      yield fileOf(`${'d'.repeat(200)}/${at}${'n'.repeat(200)}`, text.padEnd(longest, 'x'));
    }
  };

  it('keep no more than themselves', async () => {
    const { directory } = await world.repository();
    const head = 'commit refs/heads/main\ncommitter a <a@example.com> 1600000000 +0000\ndata 1\nm\n';
    const input = [head, fileOf('.gitattributes', '* filter=lfs\n'), ...pointers()].join('');
    await world.must(['fast-import', '--quiet'], { cwd: directory, input });
    const tip = await world.must(['rev-parse', 'main'], { cwd: directory });
    const before = heapInUse();
    const found = await lfsPointers(
      processes,
      { directory, environment: {} },
      [tip],
      new AbortController().signal,
    );
    expect((heapInUse() - before) / count).toBeLessThan(500);
    expect(found).toHaveLength(count);
    expect(found).toContainEqual({ oid: oidOf(7), size: 7 });
  });
});

/** Bytes of objects that somebody still holds. */
const heapInUse = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
};
