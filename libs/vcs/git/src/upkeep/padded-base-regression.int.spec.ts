import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { paddedBase } from '../slow-chain.fixture.js';

// A file may be a difference from one in which zlib goes through much that is no content: of some blocks a MiB takes it
// 0.1 s. Honest packs look so too, where something has grown and cannot be made smaller.
describe('a push with what git may read slowly', () => {
  const world = GitWorld.ofSuite({}, { delay: 20 });

  it('is taken, and packed anew at once', async () => {
    const { url, directory } = await world.seeded();
    const main = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    const line = pkt(`${zero} ${main} refs/heads/grown\0 report-status`);
    const body = Buffer.concat([Buffer.from(`${line}0000`), paddedBase()]);
    const answer = await (await world.post(url, 'receive-pack', body)).text();
    expect(answer).toContain('ok refs/heads/grown');
    const at = join(directory, 'objects/pack');
    const size = async (): Promise<number> => {
      const names = (await readdir(at)).filter((name) => name.endsWith('.pack'));
      const sizes = names.map((name) =>
        stat(join(at, name)).then(
          (found) => found.size,
          () => Infinity,
        ),
      );
      return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    };
    while ((await size()) > 200_000) await sleep(50);
    expect((await world.git(['fsck', '--full'], { cwd: directory })).code).toBe(0);
  });
});
