import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const repack = ['repack', '--geometric=2', '-d', '-q', '--write-midx', '--write-bitmap-index'];
const graph = ['commit-graph', 'write', '--reachable', '--split', '--changed-paths'];

// git itself.
describe('a fork', () => {
  const world = GitWorld.ofSuite();

  const fork = async (source: string): Promise<string> => {
    const directory = world.freshDirectory();
    await world.kind.fork(source, directory, reading());
    return directory;
  };
  const mustBeWhole = async (directory: string): Promise<void> => {
    const { code, stdout, stderr } = await world.git(['fsck', '--full', '--strict'], { cwd: directory });
    expect({ code, said: stdout + stderr.replace(/^(?:Checking|Verifying) .*$/gm, '').trim() }).toMatchObject(
      { code: 0 },
    );
  };
  const refs = (directory: string): Promise<string> =>
    world.must(['for-each-ref', '--format=%(refname) %(objectname) %(*objectname)'], { cwd: directory });
  const packs = (directory: string): Promise<string[]> => readdir(join(directory, 'objects/pack'));

  it('has branches and tags with what they lead to, and no other refs', async () => {
    const { directory, tip, work, url } = await world.seeded();
    await world.must(['tag', '-a', '-m', 'one', 'v1', tip], { cwd: work });
    await world.must(['tag', 'light', tip], { cwd: work });
    await world.must(['push', '-q', url, 'v1', 'light', 'main:näme', 'main:refs/pulls/1'], { cwd: work });
    await world.must(['update-ref', 'refs/holdfast/1', tip], { cwd: directory });
    // Of a push that has not been decided.
    await mkdir(join(directory, 'objects/tmp_objdir-incoming-x/17'), { recursive: true });
    const made = await fork(directory);
    await rm(join(directory, 'objects/tmp_objdir-incoming-x'), { recursive: true });
    expect((await readdir(join(made, 'objects'))).filter((name) => name.startsWith('tmp_'))).toEqual([]);
    const all = (await refs(directory)).split('\n');
    expect((await refs(made)).split('\n')).toEqual(all.filter((line) => /^refs\/(heads|tags)\//.test(line)));
    expect(all.filter((line) => /^refs\/(pulls|holdfast)\//.test(line))).toHaveLength(2);
    expect(await world.must(['show-ref', '-d', 'v1'], { cwd: made })).toContain(`${tip} refs/tags/v1^{}`);
    await mustBeWhole(made);
  });

  it('has the large files that its source has now, by links, and none that come later', async () => {
    const { directory } = await world.seeded();
    const place = (at: string, oid: string) => join(at, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    const [one, later] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const put = async (oid: string) => {
      await mkdir(join(place(directory, oid), '..'), { recursive: true });
      await writeFile(place(directory, oid), oid);
    };
    await put(one);
    await mkdir(join(directory, 'lfs/incoming'));
    await writeFile(join(directory, 'lfs/incoming/x'), 'half');
    const made = await fork(directory);
    await put(later);
    expect((await stat(place(made, one))).ino).toBe((await stat(place(directory, one))).ino);
    await expect(stat(place(made, later))).rejects.toThrow('ENOENT');
    expect(await readdir(join(made, 'lfs'))).toEqual(['objects']);
    await rm(place(directory, one));
    expect(await readFile(place(made, one), 'utf8')).toBe(one);
  });

  it('takes the packs by links, with the index over them and the commit-graph, and no alternates', async () => {
    const { directory } = await world.seeded();
    for (let round = 0; round < 3; round += 1) {
      await world.grow(directory, `b${round}`, 3);
      await world.must(['repack', '-d', '-q'], { cwd: directory });
    }
    await world.must(repack, { cwd: directory });
    await world.must(graph, { cwd: directory });
    const made = await fork(directory);
    const there = await packs(directory);
    expect((await packs(made)).sort()).toEqual(there.sort());
    expect(there).toContainEqual(expect.stringMatching(/^multi-pack-index-.*\.bitmap$/));
    for (const name of there)
      expect((await stat(join(made, 'objects/pack', name))).ino).toBe(
        (await stat(join(directory, 'objects/pack', name))).ino,
      );
    expect(await readdir(join(made, 'objects/info'))).toEqual(['commit-graphs']);
    await world.must(['multi-pack-index', 'verify'], { cwd: made });
    await world.must(['commit-graph', 'verify'], { cwd: made });
    await mustBeWhole(made);
    expect(await world.must(['rev-list', '--use-bitmap-index', '--count', '--all'], { cwd: made })).toBe(
      '12',
    );
  });

  it('is whole while its source is pushed to and tidied up', async () => {
    const { directory, url, work } = await world.seeded(5);
    let busy = true;
    let pushed = 0;
    // git may remove a directory that it has emptied while a push moves objects there: upkeep keeps the two apart.
    const torn = 'unable to migrate objects';
    const pushing = async (): Promise<void> => {
      for (let at = 0; busy; at += 1) {
        const count = at % 3 === 0 ? 60 : 1;
        await world.grow(work, `topic${at % 7}`, count);
        const { code, stderr } = await world.git(['push', '-q', '-f', url, `topic${at % 7}`], { cwd: work });
        if (code === 0) pushed += 1;
        else expect(stderr).toContain(torn);
      }
    };
    const tidying = async (): Promise<void> => {
      while (busy) {
        await world.git(repack, { cwd: directory });
        await world.git(graph, { cwd: directory });
        await world.git(['pack-refs', '--all', '--prune'], { cwd: directory });
      }
    };
    const made: string[] = [];
    const forking = async (): Promise<void> => {
      for (let at = 0; at < 8; at += 1) made.push(await fork(directory));
    };
    const others = [pushing(), tidying()];
    await Promise.all([forking(), forking()]).finally(() => (busy = false));
    await Promise.all(others);
    expect(made).toHaveLength(16);
    expect(pushed).toBeGreaterThan(1);
    await rm(directory, { recursive: true });
    await mkdir(directory);
    for (const each of made) {
      await mustBeWhole(each);
      await world.must(['commit-graph', 'verify'], { cwd: each });
    }
  });

  // Where the process that served it was killed, what was missing was its own, and the source was said to be nowhere.
  it('is told to be disturbed where something is gone, and there to be none where there is none', async () => {
    const { directory } = await world.seeded(1);
    const place = world.freshDirectory();
    await symlink('nowhere', place);
    const nowhere = world.kind.fork(directory, join(place, 'x'), reading());
    await expect(nowhere).rejects.toMatchObject({ code: 'unavailable' });
    await expect(fork(`${directory}-none`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not made of what is damaged, and nothing of it stays', async () => {
    const { directory, tip } = await world.seeded();
    const lost = join(directory, 'objects', tip.slice(0, 2), tip.slice(2));
    await rm(lost);
    const before = await readdir(join(directory, '..'));
    await expect(fork(directory)).rejects.toThrow('the refs of a repository cannot be read');
    expect(await readdir(join(directory, '..'))).toEqual(before);
  });

  it('is not made when the disk is full', async () => {
    const { directory } = await world.seeded();
    world.room = -1;
    await expect(fork(directory)).rejects.toMatchObject({ code: 'no_room' });
  });

  it('is tidied up on its own, which changes nothing in its source', async () => {
    const { directory } = await world.seeded();
    await world.must(['repack', '-d', '-q'], { cwd: directory });
    const made = await fork(directory);
    const before = await packs(directory);
    await world.grow(made, 'own', 5);
    await world.must(['repack', '-adq'], { cwd: made });
    expect(await packs(directory)).toEqual(before);
    await mustBeWhole(directory);
    await mustBeWhole(made);
  });
});
