import { randomBytes } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { isInDisorder } from './disorder.js';

const most = { packs: 8, looseObjects: 1_000_000, unindexed: 1_000 };

// git gives a pack a new time where something is pushed again that is in it, a revert for instance, and a fork has the
// packs of its source. By their times such packs were indexed anew, all of them, in the fork and in the source.
describe('packs that somebody has touched', () => {
  const world = GitWorld.ofSuite();
  let directory: string;
  let work: string;

  const commit = async (text: Buffer): Promise<void> => {
    await writeFile(join(work, 'file'), text);
    await world.must(['add', '.'], { cwd: work });
    await world.must(['commit', '-q', '-m', 'change'], { cwd: work });
  };
  /** Past our doors, so that nothing is put in order behind it. */
  const push = () => world.must(['push', '-q', '--force', directory, 'main'], { cwd: work });
  const packTimes = async (): Promise<number[]> => {
    const at = join(directory, 'objects/pack');
    const names = (await readdir(at)).filter((name) => name.endsWith('.pack'));
    return Promise.all(names.map(async (name) => (await stat(join(at, name))).mtimeMs));
  };

  beforeEach(async () => {
    ({ directory } = await world.repository());
    ({ path: work } = await world.work(1));
  });

  it('are no new ones', async () => {
    const first = randomBytes(300_000);
    await commit(first);
    await push();
    const joining = ['repack', '-a', '-d', '-q', '--write-midx', '--write-bitmap-index'];
    await world.must(joining, { cwd: directory });
    const at = join(directory, 'objects/pack');
    for (const name of await readdir(at))
      await utimes(join(at, name), 1_000_000, name.startsWith('multi') ? 2_000_000 : 1_000_000);
    await commit(Buffer.from('another'));
    await push();
    await commit(first);
    await push();
    expect((await packTimes())[0]).toBeGreaterThan(2_000_000_000);
    expect(await isInDisorder(directory, most)).toBe(false);
  });

  it('are told from packs that came', async () => {
    await commit(randomBytes(10_000));
    await push();
    await world.must(['repack', '-d', '-q', '--write-midx'], { cwd: directory });
    expect(await isInDisorder(directory, most)).toBe(false);
    await commit(randomBytes(100_000));
    await push();
    await world.must(['repack', '-d', '-q'], { cwd: directory });
    expect(await packTimes()).toHaveLength(2);
    expect(await isInDisorder(directory, most)).toBe(true);
    await writeFile(join(directory, 'objects/pack/multi-pack-index'), 'MIDX');
    expect(await isInDisorder(directory, most)).toBe(true);
  });
});
