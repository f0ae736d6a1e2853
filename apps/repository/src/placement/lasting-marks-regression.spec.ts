import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { Marks } from './marks.js';

// A disk. What a mark is about lies in a database, perhaps on another machine: without the mark nobody looked at it.
describe('a mark', () => {
  let data: string;
  let disk: WatchedDisk;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'marks-'));
    disk = await WatchedDisk.of(data);
  });
  afterEach(async () => {
    disk.end();
    await rm(data, { recursive: true });
  });

  it('is on the disk when it is set, and so is the directory of the first', async () => {
    const marks = new Marks(join(data, 'gone'));
    await marks.set({ uuid: '01900000-0000-7000-8000-000000000001', type: 'git' });
    await marks.set({ uuid: '01900000-0000-7000-8000-000000000002', type: 'git' });
    expect(disk.brought).toEqual(['sync .', 'sync gone', 'sync gone']);
    expect(await marks.before(Infinity)).toHaveLength(2);
  });
});
