import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitProcesses } from './git-processes.js';

// An error of the disk was taken for a `sync` that knows no `-f`: the one without it told of none.
describe('bringing a file system to the disk', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-sync-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const processes = new GitProcesses({ mark: directory, path: `${directory}:/usr/bin:/bin` });
  /** `help`: what it says of itself; `ofOne`: what it does with one file system. */
  const synced = (help: string, ofOne: string, until?: number): Promise<void> => {
    const script = `#!/bin/sh\ncase $1 in --help) echo '${help}' ;; -f) ${ofOne} ;; esac\n`;
    writeFileSync(join(directory, 'sync'), script, { mode: 0o755 });
    return processes.syncDisk(directory, until);
  };
  const fails = 'echo "sync: Input/output error" >&2; exit 1';

  it.each(['  -f, --file-system', 'Usage: sync [-df] [FILE]...'])('tells of its errors: %s', async (help) => {
    const failed = { code: 'unavailable', message: 'sync: Input/output error' };
    await expect(synced(help, fails)).rejects.toMatchObject(failed);
    await synced(help, 'exit 0');
  });

  it('brings all there are where one is not told from another', () => synced('      --help', fails));

  // Others have written some GB: turns were held for many minutes, long after all had been told that it took too long.
  it('is waited for as long as somebody waits', async () => {
    const begun = Date.now();
    await expect(synced('  -f, --file-system', 'sleep 3', begun + 300)).rejects.toMatchObject({
      ...{ code: 'unavailable', message: 'the disk could not be written in time' },
    });
    expect(Date.now() - begun).toBeLessThan(2_500);
    await synced('  -f, --file-system', 'exit 0', Infinity);
  });

  it('takes the one that is here', () =>
    new GitProcesses({ mark: directory, path: '/usr/bin:/bin' }).syncDisk(directory));
});
