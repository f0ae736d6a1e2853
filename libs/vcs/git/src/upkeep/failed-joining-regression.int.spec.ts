import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld } from '../git-world.fixture.js';

// A pack may hold what git cannot walk through with its memory. Each push had git try it again, and who asked for
// maintenance heard that nothing was wrong.
describe('packs that git cannot join', () => {
  // Every push leaves something to be joined.
  const world = GitWorld.ofSuite({}, { delay: 20, looseObjects: -1 });
  let tried: string;
  beforeAll(async () => {
    tried = join(world.root, 'tried');
    await mkdir(join(world.root, 'programs'), { recursive: true });
    const failing = `echo x >>'${tried}'; echo 'fatal: Out of memory' >&2; exit 128`;
    const program = `#!/bin/sh\ncase " $* " in *' repack '*) ${failing} ;; esac\nexec /usr/bin/git "$@"\n`;
    await writeFile(join(world.root, 'programs/git'), program, { mode: 0o700 });
  });

  const tries = async () => (await readFile(tried, 'utf8').catch(() => '')).length / 2;

  it('are tried again after an hour, or when somebody asks for it, who hears that it failed', async () => {
    const { url, directory, work } = await world.seeded(1);
    while ((await tries()) === 0) await sleep(20);
    for (const name of ['one', 'two']) await world.must(['push', '-q', url, `main:${name}`], { cwd: work });
    const { care } = world.kind.open(directory);
    const maintained = () =>
      care.maintain({ signal: new AbortController().signal, tell: () => undefined }, 'c');
    await expect(maintained()).rejects.toMatchObject({ code: 'too_large' });
    expect(await tries()).toBe(2);
    await rm(join(world.root, 'programs/git'));
    // What the pushes began may have come to its end in between, and failed before.
    await maintained().catch(() => maintained());
    expect(
      (await world.must(['count-objects', '-v'], { cwd: directory })).match(/^packs: 1$/m),
    ).not.toBeNull();
  });
});
