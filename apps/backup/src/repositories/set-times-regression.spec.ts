import { link, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeHere } from '../nodes/local-node.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import type { Vault } from '../vault/vault.js';
import { copyDirectory } from './directory-copy.js';
import { restoreDirectory } from './directory-restore.js';

// Mercurial replaces a file of names, and sets when it was written to ahead to a whole second where it did so twice in
// one; the file system gives the next one the inode of the last but one. So two of equal length could look the same but
// for when they came: a backup took the older one for that of now, and so did all later ones.
describe('a file that was replaced and has the time, the length and the inode of before', () => {
  let scratch: string;
  let root: string;
  let vault: Vault;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'replaced-'));
    root = join(scratch, 'root');
    await mkdir(root);
    vault = await vaultInMemory(scratch);
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const second = 1_790_000_000;
  /** As it looks when it has the inode of one of before. */
  const written = async (content: string, time: number): Promise<void> => {
    await writeFile(join(root, 'bookmarks'), content);
    await utimes(join(root, 'bookmarks'), time, time);
    await sleep(50);
  };

  it.each([40, 400_000])('is read again (%i bytes)', async (size) => {
    const contents = ['1', '2'].map((digit) => digit.repeat(size));
    await written(contents[0], second);
    const { ino, mtimeMs } = await stat(join(root, 'bookmarks'));
    const { list: earlier } = await copyDirectory(placeHere(root), vault);
    await written(contents[1], second);
    expect(await stat(join(root, 'bookmarks'))).toMatchObject({ ino, mtimeMs, size });
    const { list } = await copyDirectory(placeHere(root), vault, { earlier, patience: 1_000 });
    const to = join(scratch, 'restored');
    await restoreDirectory(placeHere(to), vault, list);
    expect((await readFile(join(to, 'bookmarks'), 'utf8')) === contents[1]).toBe(true);
  });

  it('is not read for another name alone where nobody has set its time', async () => {
    await written('1', second + 0.5);
    const { list: earlier } = await copyDirectory(placeHere(root), vault);
    await link(join(root, 'bookmarks'), join(scratch, 'other'));
    await sleep(50);
    expect((await copyDirectory(placeHere(root), vault, { earlier })).list).toEqual(earlier);
  });
});
