import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LargeFiles } from './large-files.js';

// What had been taken over by then was on no disk, and the next attempt took it for there.
describe('large files that are taken over in part', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'adopted-'))));
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  /** After so many shards nobody waits. How often all was brought to the disk, how many directories, and files here. */
  const adopted = async (left: number): Promise<{ whole: number; single: number; there: number }> => {
    const oids = Array.from({ length: 150 }, (_, at) =>
      createHash('sha256').update(String(at)).digest('hex'),
    );
    for (const oid of oids) {
      const path = join(root, 'from/lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
    }
    await mkdir(join(root, 'to'));
    const single = jest.spyOn(await handles(), 'sync');
    let whole = 0;
    const adoption = {
      goesOn: () => {
        if ((left -= 1) < 0) throw new Error('nobody waits');
      },
      syncAll: () => Promise.resolve(void (whole += 1)),
    };
    const files = new LargeFiles();
    await expect(files.adopt(join(root, 'from'), join(root, 'to'), adoption)).rejects.toThrow('nobody waits');
    const sizes = await Promise.all(oids.map((oid) => files.sizeOf(join(root, 'to'), oid)));
    const there = sizes.filter((size) => size === 1).length;
    return { whole, single: single.mock.calls.length, there };
  };
  const handles = async (): Promise<FileHandle> => {
    const handle = await open(root, 'r');
    await handle.close();
    return Object.getPrototypeOf(handle) as FileHandle;
  };

  it('are on the disk, all at once where their directories are many', async () => {
    const { whole, there } = await adopted(120);
    expect(whole).toBe(1);
    expect(there).toBeGreaterThanOrEqual(120);
  });

  it('are on the disk, directory by directory where these are few', async () => {
    const { whole, single, there } = await adopted(20);
    expect({ whole, there }).toEqual({ whole: 0, there: 20 });
    expect(single).toBeGreaterThanOrEqual(40);
  });

  // Everybody waited up to ten minutes, for what others had written.
  it('keep nobody waiting for the disk where there are none', async () => {
    expect(await adopted(0)).toEqual({ whole: 0, single: 2, there: 0 });
  });
});
