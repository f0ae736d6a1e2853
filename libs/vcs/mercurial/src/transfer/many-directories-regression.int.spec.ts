import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installProgram } from '../program/program-files.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const mib = 1 << 20;

// 5,714 bytes made 102,000 directories: 399 MiB, of which no limit saw anything, and which stayed when the push failed.
describeMercurial('a push of very many directories', () => {
  const world = sharedWorld();

  const deep = async (): Promise<string> => {
    const work = await world.work();
    for (let at = 0; at < 60; at += 1) {
      const path = join(work, `f${at}${'/a'.repeat(20)}`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
    }
    await world.must(work, 'commit', '-q', '-A', '-m', 'deep', '-u', 'me');
    return work;
  };
  const entries = async (directory: string): Promise<string[]> =>
    (await readdir(join(directory, '.hg/store/data'), { recursive: true }).catch(() => [])).sort();

  it('counts for the limits as it takes of the disk, and leaves nothing where it is refused', async () => {
    const { url, directory } = await world.repository();
    const first = await world.work();
    await world.commit(first, 'one', 'x');
    await world.must(first, 'push', '-q', url);
    const before = await entries(directory);
    const work = await deep();
    world.room = 3 * mib;
    const refused = await world.hg(work, 'push', '-f', url);
    expect([refused.code, refused.output]).toEqual([255, expect.stringContaining('over the limit')]);
    // Before 7 empty files and directories may stay (ADR 33).
    if ((await world.version()) >= 700) expect(await entries(directory)).toEqual(before);
    else expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged|error/);
    world.room = 6 * mib;
    expect((await world.hg(work, 'push', '-f', url)).output).toContain('added 1 changesets');
    expect((await entries(directory)).length).toBeGreaterThan(60 * 20);
  });

  it('has a bound, and ends while some of the disk is left', async () => {
    const program = String.raw`
import collections, os, sys
sys.path.insert(0, sys.argv[1])
import hf_room
from mercurial import error
def said(**how):
    try:
        for _ in range(1000):
            hf_room.made.note(**how)
        return 'all'
    except error.Abort as refusal:
        return refusal.message.decode()
Disk = collections.namedtuple('Disk', 'f_bavail f_frsize f_blocks f_files f_ffree')
disk = lambda files, free: lambda _: Disk(50, 1 << 20, 100, files, free)
hf_room.made.begin('/')
hf_room.MOST = 999
os.statvfs = disk(100, 50)
print(said(directories=1))
hf_room.MOST = 10_000
for kind, files, free in (('files', 100, 5), ('directories', 100, 4), ('files', 0, 0)):
    hf_room.made.begin('/')
    os.statvfs = disk(files, free)
    print(said(**{kind: 1}))
`;
    const directory = world.place('program');
    await installProgram(directory);
    const { output } = await world.python(world.root, ['-c', program, directory]);
    const full = 'the disk of the server is full';
    expect(output.split('\n')).toEqual([
      expect.stringContaining('more than the 999 files'),
      'all',
      full,
      'all',
    ]);
  });
});
