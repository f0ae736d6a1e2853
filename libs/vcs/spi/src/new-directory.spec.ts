import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { mustExist } from './existing-directory.js';
import { makeDirectory } from './new-directory.js';
import { uploadIn } from './upload-place.js';
import { brokenDisk, WatchedDisk } from './watched-disk.js';

describe('the directory of a repository', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hf-new-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const filled = async (fresh: string): Promise<void> => {
    await mkdir(fresh);
    await writeFile(join(fresh, 'HEAD'), 'main');
  };
  const inUse = { code: 'directory_in_use', message: 'there is something in the directory already' };

  it('is made whole, with the directories above it, which are for nobody else', async () => {
    const directory = join(root, 'a/b/one');
    const names: string[] = [];
    await makeDirectory(directory, async (fresh) => {
      names.push(fresh);
      expect(await readdir(dirname(directory))).toEqual([]);
      await filled(fresh);
    });
    expect(dirname(names[0])).toBe(dirname(directory));
    expect(basename(names[0])).toMatch(/^\.one\.[0-9a-f]{16}\.new$/);
    expect([await readdir(directory), await readdir(dirname(directory))]).toEqual([['HEAD'], ['one']]);
    expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700);
  });

  it('is on the disk, with all in it, before it has its name, and its name before that is said', async () => {
    const directory = join(root, 'one');
    const named: boolean[] = [];
    const disk = await WatchedDisk.of(root);
    disk.before = () => named.push(existsSync(directory));
    try {
      await makeDirectory(directory, filled);
      const brought = disk.brought.map((what) => what.replace(/\.one\.[0-9a-f]+\.new/, 'new'));
      expect(brought.slice(0, 2).sort()).toEqual(['sync new', 'sync new/HEAD']);
      expect([brought.slice(2), named]).toEqual([['sync .'], [false, false, true]]);
      disk.before = (what) => what.endsWith('HEAD') && brokenDisk();
      await expect(makeDirectory(join(root, 'two'), filled)).rejects.toThrow('EIO');
      expect(await readdir(root)).toEqual(['one']);
    } finally {
      disk.end();
    }
  });

  it('is not made where there is something, and leaves nothing beside it', async () => {
    await mkdir(join(root, 'empty'));
    await mkdir(join(root, 'full'));
    await writeFile(join(root, 'full/HEAD'), 'other');
    await writeFile(join(root, 'file'), 'a file');
    for (const name of ['empty', 'full', 'file'])
      await expect(makeDirectory(join(root, name), filled)).rejects.toMatchObject(inUse);
    expect((await readdir(root)).sort()).toEqual(['empty', 'file', 'full']);
  });

  it('is not made where what it consists of cannot be had', async () => {
    const fails = async (fresh: string): Promise<void> => {
      await filled(fresh);
      throw new Error('no more room');
    };
    await expect(makeDirectory(join(root, 'one'), fails)).rejects.toThrow('no more room');
    const early = (): Promise<never> => Promise.reject(new Error('no room at all'));
    await expect(makeDirectory(join(root, 'one'), early)).rejects.toThrow('no room at all');
    await expect(makeDirectory(join(root, 'one'), () => Promise.resolve())).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await readdir(root)).toEqual([]);
  });

  it('is there, or is found not to be', async () => {
    await mustExist(root);
    const absent = { code: 'not_found', message: 'there is no repository' };
    await expect(mustExist(join(root, 'none'))).rejects.toMatchObject(absent);
    await writeFile(join(root, 'file'), '');
    await expect(mustExist(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('has a place for what it is filled from', () => expect(uploadIn('/a')).toBe('/a/incoming.upload'));
});
