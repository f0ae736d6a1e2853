import { jest } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesBelow } from '@holdfast/platform/files';
import { MemoryTarget } from '../memory-target.fixture.js';
import { placeHere } from '../nodes/local-node.js';
import { newKey, VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';
import { copyDirectory, NeverAtRest } from './directory-copy.js';
import { restoreDirectory } from './directory-restore.js';

describe('the copy of a directory', () => {
  let scratch: string;
  let root: string;
  let vault: Vault;
  let target: MemoryTarget;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'copy-'));
    root = join(scratch, 'root');
    await mkdir(join(root, 'a/empty'), { recursive: true });
    await writeFile(join(scratch, 'key'), newKey());
    target = new MemoryTarget();
    vault = new Vault(target, VaultKey.read(join(scratch, 'key')));
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const patience = 30_000;
  const restored = async (list: Awaited<ReturnType<typeof copyDirectory>>['list']): Promise<string> => {
    const to = join(scratch, `restored-${Math.random()}`);
    await restoreDirectory(placeHere(to), vault, list);
    return to;
  };

  it('has all that lies in it, with modes and empty directories', async () => {
    await writeFile(join(root, 'a/file'), 'text');
    await writeFile(join(root, 'large'), Buffer.alloc(5_000_000, 'x'));
    await chmod(join(root, 'a/file'), 0o440);
    const copy = await copyDirectory(placeHere(root), vault, { patience });
    expect(copy).toMatchObject({ files: 2, bytes: 5_000_004 });
    const to = await restored(copy.list);
    expect((await readdir(to, { recursive: true })).sort()).toEqual(['a', 'a/empty', 'a/file', 'large']);
    expect(await readFile(join(to, 'a/file'), 'utf8')).toBe('text');
    expect((await stat(join(to, 'a/file'))).mode & 0o777).toBe(0o440);
    expect((await readFile(join(to, 'large'))).equals(Buffer.alloc(5_000_000, 'x'))).toBe(true);
    await expect(restoreDirectory(placeHere(to), vault, copy.list)).rejects.toThrow();
  });

  it('has nothing to which a link leads that comes while it is made', async () => {
    await mkdir(join(scratch, 'private'));
    await mkdir(join(root, 'b'));
    for (const at of ['private/file', 'private/other', 'root/b/file', 'root/a/other'])
      await writeFile(join(scratch, at), at);
    // What is listed is opened later: somebody who writes to the directory has put links there in between.
    const open = Reflect.get(FilesBelow.prototype, 'open');
    const opening = jest.spyOn(FilesBelow.prototype, 'open').mockImplementation(async function (
      this: FilesBelow,
      path,
    ) {
      await rm(join(root, 'b'), { recursive: true, force: true });
      await rm(join(root, 'a/other'), { force: true });
      await symlink(join(scratch, 'private'), join(root, 'b'));
      await symlink(join(scratch, 'private/other'), join(root, 'a/other'));
      return open.call(this, path);
    });
    const copy = await copyDirectory(placeHere(root), vault);
    opening.mockRestore();
    expect(copy.files).toBe(0);
  });

  it('is of one moment, while it is written to', async () => {
    // First the one is written, then the other names it: as objects come before refs.
    let going = true;
    let count = 0;
    const work = (async () => {
      while (going) {
        count += 1;
        await writeFile(join(root, `object-${count}`), String(count));
        await writeFile(join(root, 'a/ref.new'), String(count));
        await rename(join(root, 'a/ref.new'), join(root, 'a/ref'));
        if (count > 5) await rm(join(root, `object-${count - 5}`));
        await appendFile(join(root, 'log'), `${count}\n`);
        // Pauses shorter than a copy, now and then a longer one.
        await sleep(count % 20 === 0 ? 300 : 1);
      }
    })();
    await sleep(50);
    for (let turn = 0; turn < 5; turn += 1) {
      const to = await restored((await copyDirectory(placeHere(root), vault, { patience })).list);
      const ref = await readFile(join(to, 'a/ref'), 'utf8');
      expect(await readFile(join(to, `object-${ref}`), 'utf8')).toBe(ref);
      const last = Number((await readFile(join(to, 'log'), 'utf8')).trim().split('\n').at(-1));
      expect(Number(ref) - last).toBeLessThanOrEqual(1);
    }
    going = false;
    await work;
  });

  it('is given up where there is no moment, in time', async () => {
    // Between two looks this process waits longer than that, however busy the machine is.
    const write = () => writeFileSync(join(root, 'busy'), String(Math.random()));
    write();
    const writing = setInterval(write, 1);
    await expect(copyDirectory(placeHere(root), vault, { patience: 200 })).rejects.toThrow(NeverAtRest);
    expect((await copyDirectory(placeHere(root), vault)).files).toBe(1);
    clearInterval(writing);
  });

  it('may take for long at first, when all of it is new', async () => {
    for (const name of ['one', 'two', 'three']) await writeFile(join(root, name), name);
    const { node, at } = placeHere(root);
    // It was taken for one that is written to all the time, and no backup had ever anything of it.
    const slow = Object.assign(Object.create(node) as typeof node, {
      open: async (where: string, path: string) => {
        await sleep(150);
        return node.open(where, path);
      },
    });
    const copy = await copyDirectory({ node: slow, at }, vault, { patience: 100 });
    expect(copy.files).toBe(3);
  });

  it('reads nothing again that looks as it did', async () => {
    await writeFile(join(root, 'large'), Buffer.alloc(5_000_000, 'x'));
    await writeFile(join(root, 'small'), 'before');
    await sleep(50);
    const { list: earlier } = await copyDirectory(placeHere(root), vault, { patience });
    const before = target.objects.size;
    expect((await copyDirectory(placeHere(root), vault, { earlier, patience })).list).toEqual(earlier);
    expect(target.objects.size).toBe(before);
    await writeFile(join(root, 'small'), 'behind');
    const { list } = await copyDirectory(placeHere(root), vault, { earlier, patience });
    // Its content, and the list.
    expect(target.objects.size).toBe(before + 2);
    expect(await readFile(join(await restored(list), 'small'), 'utf8')).toBe('behind');
  });
});
