import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { gluedChains } from '../slow-chain.fixture.js';

const none = '0'.repeat(40);

const packFiles = async (directory: string): Promise<string[]> => {
  const at = join(directory, 'objects/pack');
  return (await readdir(at)).filter((name) => name.endsWith('.pack')).map((name) => join(at, name));
};

// Each push had short chains. Joined they were one, and files of a kilobyte took git as long as 270 MiB each.
describe('packs whose chains are long when they are joined', () => {
  const world = GitWorld.ofSuite({}, { delay: 60_000 });

  const told = async (directory: string): Promise<Map<string, string>> => {
    const flags = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(deltabase)'];
    const lines = (await world.must(flags, { cwd: directory })).trim().split('\n');
    return new Map(lines.map((line) => line.split(' ') as [string, string]));
  };

  const glued = async () => {
    const { url, directory } = await world.seeded();
    const { packs, small } = gluedChains();
    const main = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    // Of what lies in several packs git takes the one that came last.
    const pushedAt = Math.floor(Date.now() / 1000) - 100;
    const known = new Set(await packFiles(directory));
    for (const [at, pack] of packs.entries()) {
      const line = pkt(`${zero} ${main} refs/heads/b${at}\0 report-status`);
      const body = Buffer.concat([Buffer.from(`${line}0000`), pack]);
      const answer = await (await world.post(url, 'receive-pack', body)).text();
      expect(answer).toContain(`ok refs/heads/b${at}`);
      for (const path of (await packFiles(directory)).filter((each) => !known.has(each))) {
        await utimes(path, pushedAt + at, pushedAt + at);
        known.add(path);
      }
    }
    const { care } = world.kind.open(directory);
    const maintained = () =>
      care.maintain({ signal: new AbortController().signal, tell: () => undefined }, 'c');
    const before = await told(directory);
    const mustBeMended = async () => {
      const indexes = (await readdir(join(directory, 'objects/pack'))).filter((name) =>
        /^pack-.*\.idx$/.test(name),
      );
      expect(indexes).toHaveLength(1);
      const after = await told(directory);
      expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
      const chain: string[] = [];
      for (let id = small; id !== none; id = after.get(id) ?? none) chain.push(id);
      expect(chain.length).toBeLessThan(55);
      expect((await world.git(['fsck', '--full'], { cwd: directory })).code).toBe(0);
      await world.must(['multi-pack-index', 'verify'], { cwd: directory });
      const left = await readdir(join(directory, 'objects'));
      expect(left.filter((name) => name.startsWith('tmp'))).toEqual([]);
    };
    return { directory, maintained, mustBeMended };
  };

  it('are packed anew, and nothing is lost', async () => {
    const { directory, maintained, mustBeMended } = await glued();
    // A kill may leave a pack whose index is not there.
    await writeFile(join(directory, `objects/pack/pack-${none}.pack`), 'PACK');
    await maintained();
    await mustBeMended();
  });

  // git has put the new pack in its place before it writes the index over all, in which a push may end it.
  it('are packed anew where joining was ended when it had joined them', async () => {
    const { maintained, mustBeMended } = await glued();
    const program = join(world.root, 'programs/git');
    await mkdir(join(world.root, 'programs'), { recursive: true });
    const ended = `#!/bin/sh\n/usr/bin/git "$@" || exit\ncase " $* " in *' repack '*) exit 1 ;; esac\n`;
    await writeFile(program, ended, { mode: 0o700 });
    await expect(maintained()).rejects.toMatchObject({ code: 'too_large' });
    await rm(program);
    await maintained();
    await mustBeMended();
  });
});
