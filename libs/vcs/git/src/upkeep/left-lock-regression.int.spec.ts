import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld } from '../git-world.fixture.js';

// git that is ended while it makes a lock leaves it there: of a hundred packings on a busy machine nine did. A push
// that ended one counted as a writer, beside whom nothing is cleaned up, and was refused for the lock.
describe('a push that comes while references are packed', () => {
  const world = GitWorld.ofSuite({}, { delay: 50, packs: 8, looseObjects: 1000, unindexed: 1_000_000_000 });

  it('does not find the lock of the program that it ends', async () => {
    const { url, directory, work } = await world.seeded(1);
    const [programs, lock] = [join(world.root, 'programs'), join(directory, 'packed-refs.lock')];
    await mkdir(programs, { recursive: true });
    const packing = `*pack-refs*) : >'${lock}'; exec sleep 60;;`;
    const script = `#!/bin/sh\ncase "$*" in ${packing} esac\nPATH=\${PATH#*:} exec git "$@"\n`;
    await writeFile(join(programs, 'git'), script, { mode: 0o755 });
    try {
      await world.must(['push', '-q', url, 'main:gone'], { cwd: work });
      while (!existsSync(lock)) await sleep(10);
      await world.must(['push', '-q', url, ':gone'], { cwd: work });
    } finally {
      await rm(join(programs, 'git'));
    }
    expect(Object.keys(await world.branchesOf(directory))).toEqual(['main']);
  });
});
