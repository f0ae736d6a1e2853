import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';

// Pushes were judged while git still looked at the sizes of their objects, which may take half a minute: who lost his
// rights meanwhile had pushed all the same.
describe('the decision about a large push', () => {
  const world = GitWorld.ofSuite();
  const looked = (): string => join(world.root, 'looked');
  beforeAll(async () => {
    await mkdir(join(world.root, 'programs'));
    const slow = `case " $* " in *' cat-file '*) sleep 0.5; : >'${looked()}' ;; esac`;
    const program = `#!/bin/sh\n${slow}\nexec /usr/bin/git "$@"\n`;
    await writeFile(join(world.root, 'programs/git'), program, { mode: 0o700 });
  });

  it.each([
    ['many objects', 1_100, 1],
    ['many references', 0, 110],
  ])('is made when nothing is left to be looked at: %s', async (_what, files, branches) => {
    const { url, work } = await world.seeded();
    const wasLooked: boolean[] = [];
    world.instead = async () => {
      const there = access(looked()).then(
        () => true,
        () => false,
      );
      wasLooked.push(await there);
      return { accepted: false, reasons: [] };
    };
    for (let file = 0; file < files; file += 1) await writeFile(join(work, `${file}`), `${file}`);
    await world.must(['add', '.'], { cwd: work });
    await world.must(['commit', '-q', '--allow-empty', '-m', 'large'], { cwd: work });
    await rm(looked(), { force: true });
    const refs = Array.from({ length: branches }, (_, at) => `main:b${at}`);
    await world.git(['push', url, ...refs], { cwd: work });
    expect(wasLooked).toEqual([true]);
  });
});
