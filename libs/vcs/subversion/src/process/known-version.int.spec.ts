import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';
import { SubversionEngine } from '../subversion.engine.js';
import { findPrograms } from './programs.js';

describeSubversion('the version of Subversion', () => {
  const world = new SubversionWorld();
  const programs = join(world.root, 'programs');
  const asked = join(world.root, 'asked');
  const path = `${programs}:${programPath}`;
  const engine = new SubversionEngine({ stateDirectory: join(world.root, 'other'), path, gate: world });

  /** Puts a client before the real one that notes when it is started. */
  const install = async (ending: string): Promise<void> => {
    const { client } = await findPrograms(programPath);
    const program = join(programs, 'svn');
    await rm(program, { force: true });
    await writeFile(program, `#!/bin/sh\necho "$*" >>'${asked}'\n${ending.replace('svn', client)}\n`);
    await chmod(program, 0o755);
  };
  const starts = async (): Promise<number> =>
    (await readFile(asked, 'utf8').catch(() => '')).split('\n').length - 1;

  beforeAll(() => mkdir(programs));
  afterAll(async () => {
    await engine.stop();
    await rm(world.root, { recursive: true, force: true });
  });

  it('is asked once, and again of another program', async () => {
    await install('exec svn "$@"');
    const first = await engine.health();
    expect(first.ready).toBe(true);
    expect(first.version).toMatch(/^1\.\d+\.\d+$/);
    for (let times = 0; times < 3; times += 1) expect(await engine.health()).toEqual(first);
    expect(await starts()).toBe(1);
    await install('exec svn "$@" # another');
    expect(await engine.health()).toEqual(first);
    expect(await starts()).toBe(2);
  });

  it('is asked again after a failure, and told when it cannot be said', async () => {
    const before = await starts();
    await install('exit 1');
    for (let times = 0; times < 2; times += 1) {
      const { ready, problem } = await engine.health();
      expect(ready).toBe(false);
      expect(problem).toContain('failed');
    }
    expect(await starts()).toBe(before + 2);
  });
});
