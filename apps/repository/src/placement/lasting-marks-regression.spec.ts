import { readlinkSync } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { jest } from '@jest/globals';
import { Marks } from './marks.js';

// A disk. What a mark is about lies in a database, perhaps on another machine: without the mark nobody looked at it.
describe('a mark', () => {
  let data: string;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'marks-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(data, { recursive: true });
  });

  it('is on the disk when it is set, and so is the directory of the first', async () => {
    const synced: string[] = [];
    const handle = await open(data, 'r');
    const handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const original = Reflect.get(handles, 'sync');
    jest.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
      synced.push(relative(data, readlinkSync(`/proc/self/fd/${this.fd}`)));
      return original.call(this);
    });
    const marks = new Marks(join(data, 'gone'));
    await marks.set({ uuid: '01900000-0000-7000-8000-000000000001', type: 'git' });
    await marks.set({ uuid: '01900000-0000-7000-8000-000000000002', type: 'git' });
    expect(synced).toEqual(['', 'gone', 'gone']);
    expect(await marks.before(Infinity)).toHaveLength(2);
  });
});
