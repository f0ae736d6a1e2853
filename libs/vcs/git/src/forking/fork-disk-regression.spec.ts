import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { bringFork } from './fork-disk.js';

// Each directory was brought there by itself, 65,000 of them for the large files of a repository, and nobody looked
// whether the fork was still waited for: there was none of such a repository.
describe('a fork on its way to the disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'hf-fork-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const made = async (directories: number): Promise<string> => {
    const fresh = await mkdtemp(join(root, 'fresh-'));
    for (let at = 0; at < directories; at += 1) await mkdir(join(fresh, String(at)));
    await writeFile(join(fresh, 'HEAD'), '');
    return fresh;
  };
  const brought = async (directories: number, signal = new AbortController().signal, work = done) => {
    let count = 0;
    const syncAll = (): Promise<void> => {
      count += 1;
      return work();
    };
    await bringFork(await made(directories), signal, syncAll);
    return count;
  };
  const done = (): Promise<void> => Promise.resolve();

  it('takes all that waits there along where it has very many directories', async () => {
    expect([await brought(998), await brought(1_000)]).toEqual([0, 1]);
  });

  // 350 objects of their own were enough: beside an import of some GB it took too long, each time.
  it('waits for nothing of others where all it has is directories of single objects', async () => {
    expect(await brought(300)).toBe(0);
  });

  it('is there, each directory and file, where it has few', async () => {
    const fresh = await made(2);
    const disk = await WatchedDisk.of(fresh);
    const never = () => Promise.reject(new Error('there are few'));
    await bringFork(fresh, new AbortController().signal, never).finally(() => disk.end());
    expect(disk.brought.toSorted()).toEqual(['sync .', 'sync 0', 'sync 1', 'sync HEAD']);
  });

  it('fails where the disk does', async () => {
    await expect(brought(1_000, undefined, () => Promise.reject(new Error('of the disk')))).rejects.toThrow(
      'of the disk',
    );
  });

  it('ends with whoever waits for it', async () => {
    await expect(brought(1, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    const ending = new AbortController();
    const never = (): Promise<void> => {
      setTimeout(() => ending.abort(new Error('late')), 20);
      return new Promise(() => undefined);
    };
    await expect(brought(1_000, ending.signal, never)).rejects.toThrow('late');
  });
});
