import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { gluedChains } from '../slow-chain.fixture.js';

const none = '0'.repeat(40);

const packFiles = async (directory: string): Promise<string[]> => {
  const at = join(directory, 'objects/pack');
  return (await readdir(at)).filter((name) => name.endsWith('.pack')).map((name) => join(at, name));
};

// Each push had short chains. Joined they were one, and a file of a kilobyte took git as long as 180 MiB.
describe('packs whose chains are long when they are joined', () => {
  const world = GitWorld.ofSuite({}, { delay: 60_000 });

  it('are packed anew, and nothing is lost', async () => {
    const { url, directory } = await world.seeded();
    const { packs, small } = gluedChains();
    const main = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    const push = async (name: string, pack: Buffer): Promise<string> => {
      const line = pkt(`${zero} ${main} refs/heads/${name}\0 report-status`);
      const body = Buffer.concat([Buffer.from(`${line}0000`), pack]);
      return (await world.post(url, 'receive-pack', body)).text();
    };
    const told = async (): Promise<Map<string, string>> => {
      const flags = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(deltabase)'];
      const lines = (await world.must(flags, { cwd: directory })).trim().split('\n');
      return new Map(lines.map((line) => line.split(' ') as [string, string]));
    };
    // Of what lies in several packs git takes the one that came last.
    const pushedAt = Math.floor(Date.now() / 1000) - 100;
    const known = new Set(await packFiles(directory));
    for (const [at, pack] of packs.entries()) {
      expect(await push(`b${at}`, pack)).toContain(`ok refs/heads/b${at}`);
      for (const path of (await packFiles(directory)).filter((each) => !known.has(each))) {
        await utimes(path, pushedAt + at, pushedAt + at);
        known.add(path);
      }
    }
    const before = await told();
    const { care } = world.kind.open(directory);
    await care.maintain({ signal: new AbortController().signal, tell: () => undefined }, 'c');
    expect(await packFiles(directory)).toHaveLength(1);
    const after = await told();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    const chain: string[] = [];
    for (let id = small; id !== none; id = after.get(id) ?? none) chain.push(id);
    expect(chain.length).toBeLessThan(12);
    expect((await world.git(['fsck', '--full'], { cwd: directory })).code).toBe(0);
    await world.must(['multi-pack-index', 'verify'], { cwd: directory });
    expect((await readdir(join(directory, 'objects'))).filter((name) => name.startsWith('tmp'))).toEqual([]);
  });
});
