import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachEntry, forEachEntry } from './each-entry.js';
import { removeTree } from './remove-tree.js';

describe('what lies below a path', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'tree-'));
    await mkdir(join(root, 'tree/a/b'), { recursive: true });
    await writeFile(join(root, 'outside'), '');
    for (const name of ['one', 'a/two', 'a/b/three']) await writeFile(join(root, 'tree', name), '');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is removed with it, and nothing to which a link leads', async () => {
    await symlink(root, join(root, 'tree/link'));
    for (let at = 0; at < 1_100; at += 1) await mkdir(join(root, 'tree/a', `d${at}`));
    await removeTree(join(root, 'tree'));
    expect(await readdir(root)).toEqual(['outside']);
    await removeTree(join(root, 'outside'));
    await removeTree(join(root, 'outside'));
    await removeTree(join(root, 'nowhere/at/all'));
    expect(await readdir(root)).toEqual([]);
  });

  it('is removed where names are no UTF-8 (regression)', async () => {
    // It was begun anew for ever: such a name was read as another one, which was not there.
    const odd = Buffer.concat([Buffer.from(join(root, 'tree/a')), Buffer.from('/b\xff', 'latin1')]);
    await mkdir(odd);
    await writeFile(Buffer.concat([odd, Buffer.from('/\xe9', 'latin1')]), '');
    await removeTree(join(root, 'tree'));
    expect(await readdir(root)).toEqual(['outside']);
  });

  it('is removed also where something comes meanwhile', async () => {
    const tree = join(root, 'tree');
    const removal = removeTree(tree);
    for (let at = 0; at < 50; at += 1) await writeFile(join(tree, `late${at}`), '').catch(() => undefined);
    await removal;
    await removeTree(tree);
    expect(await readdir(root)).toEqual(['outside']);
  });

  it('is not gone through to its end where the work fails', async () => {
    for (let at = 0; at < 100; at += 1) await writeFile(join(root, `f${at}`), '');
    let begun = 0;
    const work = (): Promise<void> => {
      begun += 1;
      return Promise.reject(new Error('no'));
    };
    await expect(forEachEntry(root, work)).rejects.toThrow('no');
    expect(begun).toBeLessThanOrEqual(2);
  });

  it('is nothing where there is no directory, and a failure where it cannot be read', async () => {
    const names = async (path: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { name } of eachEntry(path)) found.push(name);
      return found.sort();
    };
    expect(await names(join(root, 'tree'))).toEqual(['a', 'one']);
    for (const path of ['nowhere', 'outside', 'outside/x']) expect(await names(join(root, path))).toEqual([]);
    await expect(names(join(root, 'x'.repeat(300)))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});
