import { fstatSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld } from '../git-world.fixture.js';
import { commitText } from './commit-text.js';
import { FewObjects } from './few-objects.js';
import { objectOf } from './new-objects.js';

const person = { name: 'A', email: 'a@example.org' };

describe('few and small objects', () => {
  const world = GitWorld.ofSuite();
  const blob = objectOf('blob', Buffer.from('x'));
  const entry = Buffer.concat([Buffer.from('100644 f\0'), Buffer.from(blob.id, 'hex')]);
  const tree = objectOf('tree', entry);
  const draft = { author: person, committer: person, message: 'm' };
  const commit = objectOf('commit', commitText(draft, tree.id, 1));
  const objects = [blob, tree, commit];

  const held = async () => {
    const { directory } = await world.repository();
    const few = await FewObjects.of(directory, objects);
    if (!few) throw new Error('nothing is wrong with them');
    const inside = join(directory, 'objects');
    return { directory, few, inside, names: async () => (await readdir(inside)).sort() };
  };
  const fsck = (directory: string) => world.git(['fsck', '--full', '--strict'], { cwd: directory });

  it('become part of the repository as git itself writes them', async () => {
    const { directory, few, inside, names } = await held();
    expect(few.bytes).toBeGreaterThan(100);
    expect((await names()).filter((name) => name.startsWith('tmp_objdir-'))).toHaveLength(3);
    await few.migrate();
    await few.remove();
    const places = objects.map(({ id }) => id.slice(0, 2));
    expect(await names()).toEqual([...places, 'info', 'pack'].sort());
    const { mode, size } = await stat(join(inside, commit.id.slice(0, 2), commit.id.slice(2)));
    expect([mode & 0o777, size < few.bytes]).toEqual([0o444, true]);
    expect((await fsck(directory)).code).toBe(0);
    expect(await world.must(['cat-file', '-p', `${commit.id}:f`], { cwd: directory })).toBe('x');
  });

  it('become part of a repository that has some of them', async () => {
    const { directory, few } = await held();
    await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: 'x' });
    await few.migrate();
    expect((await fsck(directory)).code).toBe(0);
  });

  it('leave nothing when they are removed', async () => {
    const { few, names } = await held();
    await few.remove();
    expect(await names()).toEqual(['info', 'pack']);
  });

  it('are part of it each after those that it names, wherever that ends', async () => {
    const { directory, few, inside } = await held();
    // Where the directory of the last one should be stands a file.
    await writeFile(join(inside, commit.id.slice(0, 2)), '');
    await expect(few.migrate()).rejects.toMatchObject({ code: 'unavailable' });
    await few.remove();
    expect(await world.strays(directory)).toEqual([]);
    expect(await world.must(['cat-file', '-p', tree.id], { cwd: directory })).toContain(blob.id);
    await rm(join(inside, commit.id.slice(0, 2)));
    expect((await fsck(directory)).code).toBe(0);
  });

  it('are on the disk before the first of them is part of it', async () => {
    const { directory } = await world.repository();
    const inside = join(directory, 'objects');
    const files: number[] = [];
    let goOn = (): void => undefined;
    const gone = new Promise<void>((resolve) => (goOn = resolve));
    const sync = (file: number) => {
      files.push(fstatSync(file).size);
      return gone;
    };
    const few = await FewObjects.of(directory, objects, { sync });
    const migrated = few?.migrate();
    await sleep(50);
    expect(files.reduce((sum, size) => sum + size, 0)).toBe(few?.bytes);
    expect(await readdir(inside)).not.toContain(blob.id.slice(0, 2));
    goOn();
    await migrated;
    expect(await readdir(inside)).toContain(blob.id.slice(0, 2));
  });

  it('are no part of it where the disk does not take one of them', async () => {
    const { directory } = await world.repository();
    let count = 0;
    const sync = () => ((count += 1) === 3 ? Promise.reject(new Error('EIO')) : Promise.resolve());
    const few = await FewObjects.of(directory, objects, { sync });
    await expect(few?.migrate()).rejects.toMatchObject({ code: 'unavailable' });
    await few?.remove();
    expect(await readdir(join(directory, 'objects'))).toEqual(['info', 'pack']);
  });

  it('are not made part of it where they could not be written', async () => {
    const { directory } = await world.repository();
    const inside = join(directory, 'objects');
    await rm(inside, { recursive: true });
    const few = await FewObjects.of(directory, objects);
    await mkdir(inside);
    await expect(few?.migrate()).rejects.toMatchObject({ code: 'unavailable' });
    await few?.remove();
    expect(await readdir(inside)).toEqual([]);
  });

  it('are left to git where one of them may be half of a collision', async () => {
    const { directory } = await world.repository();
    const seen: string[] = [];
    const isAttack = (text: Buffer) => {
      seen.push(text.toString('latin1').slice(0, 10));
      return Promise.resolve(seen.length === 2);
    };
    expect(await FewObjects.of(directory, objects, { isAttack })).toBeUndefined();
    expect(seen).toEqual(['blob 1\0x', 'tree 29\x0010']);
    expect(await readdir(join(directory, 'objects'))).toEqual(['info', 'pack']);
  });
});
