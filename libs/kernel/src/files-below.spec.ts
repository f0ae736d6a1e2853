import {
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesBelow, NotBelow } from './files-below.js';
import { makePipe } from './pipe.fixture.js';

describe('what is below a directory in which others may write', () => {
  let outside: string;
  let root: string;
  let files: FilesBelow;
  beforeEach(async () => {
    outside = await realpath(await mkdtemp(join(tmpdir(), 'below-')));
    root = join(outside, 'root');
    await mkdir(join(root, 'a', 'b'), { recursive: true });
    await mkdir(join(outside, 'secret'));
    await writeFile(join(root, 'a', 'b', 'file'), 'ours');
    await writeFile(join(outside, 'secret', 'file'), 'a password');
    files = new FilesBelow(root);
  });
  afterEach(() => rm(outside, { recursive: true }));

  const read = async (path: string, from = files): Promise<string> => {
    const file = await from.open(path);
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  };

  it('is read, also where links lead to the directory itself', async () => {
    expect(await read('a/b/file')).toBe('ours');
    await symlink(root, join(outside, 'linked'));
    expect(await read('a/b/file', new FilesBelow(join(outside, 'linked')))).toBe('ours');
    await expect(files.open('a/b/none')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is no link, wherever it leads', async () => {
    await symlink(join(outside, 'secret', 'file'), join(root, 'a', 'out'));
    await symlink('b/file', join(root, 'a', 'in'));
    for (const path of ['a/out', 'a/in']) await expect(files.open(path)).rejects.toThrow(NotBelow);
  });

  it('is not reached through a link', async () => {
    await symlink(join(outside, 'secret'), join(root, 'a', 'c'));
    await expect(files.open('a/c/file')).rejects.toThrow(NotBelow);
    await rename(join(root, 'a'), join(outside, 'moved'));
    await symlink(join(outside, 'moved'), join(root, 'a'));
    await expect(files.open('a/b/file')).rejects.toThrow(NotBelow);
    for (const path of ['a', 'a/b', 'a/c'])
      await expect(files.within(path, () => Promise.resolve())).rejects.toThrow(NotBelow);
  });

  it('is nothing to which a path leads up', async () => {
    for (const path of ['../secret/file', 'a/../../secret/file', '..', ''])
      await expect(files.open(path)).rejects.toThrow(NotBelow);
    await expect(files.within('..', () => Promise.resolve())).rejects.toThrow(NotBelow);
  });

  it('is a regular file: nobody waits for who writes into a pipe', async () => {
    makePipe(join(root, 'pipe'));
    for (const path of ['pipe', 'a']) await expect(files.open(path)).rejects.toThrow(NotBelow);
  });

  it('stays where it was opened, though a link comes into its place', async () => {
    await files.within('a/b', async (directory) => {
      await rename(join(root, 'a', 'b'), join(root, 'a', 'old'));
      await symlink(join(outside, 'secret'), join(root, 'a', 'b'));
      await link(directory.at('file'), directory.at('second'));
      await directory.make('made');
      await directory.make('made');
      expect(await readdir(directory.at(''))).toEqual(['file', 'made', 'second']);
    });
    expect(await readdir(join(outside, 'secret'))).toEqual(['file']);
    expect(await readFile(join(root, 'a', 'old', 'second'), 'utf8')).toBe('ours');
  });
});
