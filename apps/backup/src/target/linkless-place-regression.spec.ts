import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryTarget } from './directory-target.js';

// Every backup into a share without hard links (CIFS) ended at its first object.
describe('a directory for backups that knows no hard links', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'linkless-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it.each(['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS'])('takes objects all the same: %s', async (code) => {
    const target = await DirectoryTarget.open(root, { link: failing(code) });
    await target.put('objects/ab/one', Buffer.from('first'));
    await target.put('objects/ab/one', Buffer.from('second'));
    expect((await target.get('objects/ab/one'))?.toString()).toBe('first');
    expect(await readdir(join(root, 'objects/ab'))).toEqual(['one']);
  });

  it('says so where something else is wrong', async () => {
    const target = await DirectoryTarget.open(root, { link: failing('EDQUOT') });
    await expect(target.put('objects/ab/one', Buffer.from('first'))).rejects.toThrow('EDQUOT');
    expect(await readdir(join(root, 'objects/ab'))).toEqual([]);
  });
});
