import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

/** Every push leaves something to be joined. */
const upkeep = { delay: 20, looseObjects: -1 };

/** A world in which packs are joined only once they may be. */
const heldJoining = (world: GitWorld) => {
  const [begun, open] = ['begun', 'open'].map((name) => join(world.root, name));
  beforeAll(async () => {
    await mkdir(join(world.root, 'programs'), { recursive: true });
    const held = `echo x >>'${begun}'; until [ -e '${open}' ]; do sleep 0.05; done`;
    const program = `#!/bin/sh\ncase " $* " in *' repack '*) ${held} ;; esac\nexec /usr/bin/git "$@"\n`;
    await writeFile(join(world.root, 'programs/git'), program, { mode: 0o700 });
  });
  const count = async () => (await readFile(begun, 'utf8').catch(() => '')).length / 2;
  const next = async (before: number) => {
    while ((await count()) === before) await sleep(20);
  };
  return {
    /** A repository in which packs are being joined, which pushes have interrupted as often as they may. */
    interrupted: async () => {
      await rm(open, { force: true });
      let before = await count();
      const seeded = await world.seeded(1);
      await next(before);
      for (const name of ['one', 'two']) {
        before = await count();
        await world.must(['push', '-q', seeded.url, `main:${name}`], { cwd: seeded.work });
        await next(before);
      }
      return seeded;
    },
    /** Answers whether it had come to no end before. */
    let: async () => {
      const isHeld = (await world.processes()).some((line) => line.includes('repack'));
      await writeFile(open, '');
      return isHeld;
    },
  };
};

const packsOf = async (directory: string): Promise<string[]> =>
  (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith('.pack'));

// What is pushed can make joining take an hour. All pushes to the repository waited for it, their clients there or not.
describe('joining that takes long', () => {
  const world = GitWorld.ofSuite({}, { ...upkeep, wait: 500 });
  const joining = heldJoining(world);

  it('goes on beside the next push, and neither loses anything', async () => {
    const { url, directory, work: clone } = await joining.interrupted();
    const [tip] = await world.grow(clone, 'main', 1);
    await world.must(['push', '-q', url, 'main'], { cwd: clone });
    expect(await world.branchesOf(directory)).toMatchObject({ main: tip });
    expect(await joining.let()).toBe(true);
    const joined = async () => {
      const counted = await world.must(['count-objects', '-v'], { cwd: directory });
      return /^count: 0$/m.test(counted) && (await packsOf(directory)).length === 1;
    };
    while (!(await joined())) await sleep(50);
    expect((await world.git(['fsck', '--full', '--strict'], { cwd: directory })).code).toBe(0);
    expect(await world.branchesOf(directory)).toMatchObject({ main: tip });
  });
});

describe('what came from a remote and waits for joining', () => {
  const world = GitWorld.ofSuite({}, { ...upkeep, wait: 500 });
  const joining = heldJoining(world);

  it('is not published once nobody waits for it', async () => {
    const { directory } = await joining.interrupted();
    const { url } = await world.seeded(2);
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const { remotes } = world.kind.open(directory);
    const incoming = await remotes.fetch({ url }, { ...work, principal: 'admin', metered: false });
    const before = await packsOf(directory);
    await expect(incoming.publish(reading(300))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await packsOf(directory)).toEqual(before);
    expect(await readdir(directory)).toContain('incoming');
    await incoming.discard();
    expect(await joining.let()).toBe(true);
  });
});

describe('a push that waits for joining', () => {
  const world = GitWorld.ofSuite({ pushes: { total: 1, perRepository: 1 } }, { ...upkeep, wait: 600_000 });
  const joining = heldJoining(world);

  it('gives its place to others when its client leaves', async () => {
    const { url, tip } = await joining.interrupted();
    const other = await world.repository();
    const leaving = new AbortController();
    const body = `${pkt(`${zero} ${tip} refs/heads/late\0 report-status`)}0000`;
    const left = fetch(`${url}/git-receive-pack`, { method: 'POST', body, signal: leaving.signal });
    await sleep(1_000);
    leaving.abort();
    await expect(left).rejects.toThrow();
    const { path } = await world.work(1);
    await world.must(['push', '-q', other.url, 'main'], { cwd: path });
    expect(await joining.let()).toBe(true);
  });
});
