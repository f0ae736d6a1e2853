import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LargeFiles } from './large-files.js';

// What had been taken over by then was on no disk, and the next attempt took it for there.
describe('large files that are taken over in part', () => {
  it('are on the disk', async () => {
    const root = await mkdtemp(join(tmpdir(), 'adopted-'));
    const oids = Array.from({ length: 150 }, (_, at) =>
      createHash('sha256').update(String(at)).digest('hex'),
    );
    for (const oid of oids) {
      const path = join(root, 'from/lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
    }
    await mkdir(join(root, 'to'));
    let left = 120;
    let synced = 0;
    const adoption = {
      goesOn: () => {
        if ((left -= 1) < 0) throw new Error('nobody waits');
      },
      syncAll: () => Promise.resolve(void (synced += 1)),
    };
    const files = new LargeFiles();
    await expect(files.adopt(join(root, 'from'), join(root, 'to'), adoption)).rejects.toThrow('nobody waits');
    expect(synced).toBe(1);
    const there = await Promise.all(oids.map((oid) => files.sizeOf(join(root, 'to'), oid)));
    expect(there.filter((size) => size === 1).length).toBeGreaterThanOrEqual(120);
    await rm(root, { recursive: true });
  });
});
