import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { GitProcesses } from '../process/git-processes.js';
import { GitWorld } from '../git-world.fixture.js';
import { commitText } from './commit-text.js';
import { objectOf, type NewObject } from './new-objects.js';
import { Quarantine } from './quarantine.js';
import { writeObjects } from './written-pack.js';

const person = { name: 'A', email: 'a@example.org' };

describe('a quarantine', () => {
  const world = GitWorld.ofSuite();
  const processes = new GitProcesses({ mark: 'quarantine', path: '/usr/local/bin:/usr/bin:/bin' });
  const { signal } = new AbortController();

  /** A commit of some directories, each object after those that it names. */
  const commitOf = (count: number): NewObject[] => {
    const blob = objectOf('blob', Buffer.from(String(count)));
    const tree = (entry: string, { id }: NewObject): NewObject =>
      objectOf('tree', Buffer.concat([Buffer.from(`${entry}\0`), Buffer.from(id, 'hex')]));
    const trees = [tree('100644 f', blob)];
    for (let at = 1; at < count; at += 1) trees.push(tree(`40000 d${at}`, trees[at - 1]));
    const draft = { author: person, committer: person, message: 'm' };
    return [blob, ...trees, objectOf('commit', commitText(draft, trees[count - 1].id, 1))];
  };
  const written = async (count: number) => {
    const { directory } = await world.repository();
    const objects = commitOf(count);
    const quarantine = await Quarantine.open(directory);
    expect(await writeObjects(processes, directory, quarantine, objects, signal)).toBeUndefined();
    return { directory, quarantine, ids: objects.map(({ id }) => id) };
  };
  const fsck = (directory: string) => world.git(['fsck', '--full', '--strict'], { cwd: directory });

  it('becomes part of the repository object by object, so that it is whole wherever that stops', async () => {
    const { directory, quarantine, ids } = await written(5);
    for (let count = 0; count <= ids.length; count += 1) {
      await quarantine.migrate(ids.slice(0, count));
      expect([count, (await fsck(directory)).code]).toEqual([count, 0]);
    }
    await quarantine.remove();
    expect(await world.must(['cat-file', '-t', ids[ids.length - 1]], { cwd: directory })).toBe('commit');
    expect(await world.strays(directory)).toEqual([]);
  });

  it('becomes part of it as a pack where there is much', async () => {
    const { directory, quarantine, ids } = await written(150);
    expect(await quarantine.size()).toBeGreaterThan(1000);
    await quarantine.migrate(ids);
    await quarantine.remove();
    expect((await fsck(directory)).code).toBe(0);
    expect(await world.must(['cat-file', '-t', ids[ids.length - 1]], { cwd: directory })).toBe('commit');
  });

  it('has the names of its packs on the disk when it has become part of it', async () => {
    const { directory, quarantine } = await written(150);
    const disk = await WatchedDisk.of(directory);
    try {
      let there: string[] = [];
      disk.before = async () => (there = await readdir(join(directory, 'objects/pack')));
      await quarantine.migrate([]);
      expect(disk.brought).toEqual(['sync objects/pack']);
      expect(there.filter((name) => name.endsWith('.idx'))).toHaveLength(1);
    } finally {
      disk.end();
      await quarantine.remove();
    }
  });

  it('leaves nothing when it is removed', async () => {
    const { directory, quarantine, ids } = await written(3);
    await quarantine.remove();
    expect(await readdir(join(directory, 'objects'))).toEqual(['info', 'pack']);
    expect((await world.git(['cat-file', '-e', ids[0]], { cwd: directory })).code).not.toBe(0);
  });

  it('is not written where an object names what is not there, or nobody waits', async () => {
    const { directory } = await world.repository();
    const quarantine = await Quarantine.open(directory);
    const [, tree] = commitOf(1);
    const write = () => writeObjects(processes, directory, quarantine, [tree], signal);
    await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
    const ended = AbortSignal.abort();
    await expect(writeObjects(processes, directory, quarantine, commitOf(1), ended)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await quarantine.remove();
  });
});
