import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitEngine } from '../git.engine.js';
import { GitWorld } from '../git-world.fixture.js';
import { removeStaleFiles } from './stale-files.js';

/** Upkeep has the lowest priority: where others keep the machine busy, it takes long (ms). */
const patience = 60_000;

const actor = { name: 'A', email: 'a@example.org' };

describe('the upkeep of a repository', () => {
  const world = GitWorld.ofSuite({}, { delay: 50, packs: 3, looseObjects: 1000, unindexed: 200_000 });

  const eventually = async (met: () => Promise<boolean>) => {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) if (await met()) return;
    throw new Error('it did not come about');
  };

  it('joins packs with a bitmap and a commit-graph once there are many, and nothing is lost', async () => {
    const { directory, url } = await world.repository();
    for (let round = 0; round < 4; round += 1) {
      await world.grow(directory, `b${round}`, 3);
      await world.must(['repack', '-d', '-q'], { cwd: directory });
    }
    const objects = async () =>
      world.must(['rev-list', '--objects', '--all', '--no-object-names'], { cwd: directory });
    const before = (await objects()).split('\n').sort();
    const { path } = await world.work(1);
    await world.must(['push', '-q', url, 'main'], { cwd: path });
    // Not all of `objects`: joining removes directories of it while they are listed.
    const filesIn = async (name: string) => readdir(join(directory, 'objects', name)).catch(() => []);
    await eventually(async () =>
      (await filesIn('info/commit-graphs')).some((name) => name.endsWith('.graph')),
    );
    const packs = await filesIn('pack');
    expect(packs).toContainEqual(expect.stringMatching(/^(?:pack|multi-pack-index)-\w+\.bitmap$/));
    expect(packs.filter((name) => name.endsWith('.pack')).length).toBeLessThan(3);
    expect((await objects()).split('\n').sort()).toEqual(expect.arrayContaining(before));
    expect((await world.git(['fsck', '--full'], { cwd: directory })).code).toBe(0);
  });

  it('gives a repository that came by one large push its bitmap, and not again after a small one', async () => {
    const { directory, url } = await world.repository();
    const { path } = await world.work(1);
    for (let file = 0; file < 120; file += 1) await writeFile(join(path, `f${file}`), randomBytes(3_000));
    await world.must(['add', '.'], { cwd: path });
    await world.must(['commit', '-q', '-m', 'much'], { cwd: path });
    await world.must(['push', '-q', url, 'main'], { cwd: path });
    const bitmaps = async () =>
      (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith('.bitmap'));
    await eventually(async () => (await bitmaps()).length === 1);
    // The next push would interrupt what is not done, which is then done anew.
    await eventually(async () => (await readdir(join(directory, 'objects/info'))).includes('commit-graphs'));
    await eventually(async () => !(await readdir(join(directory, 'refs/heads'))).includes('main'));
    await sleep(500);
    const first = await bitmaps();
    await world.must(['commit', '-q', '--allow-empty', '-m', 'little'], { cwd: path });
    await world.must(['push', '-q', url, 'main'], { cwd: path });
    await eventually(async () => !(await readdir(join(directory, 'refs/heads'))).includes('main'));
    await sleep(200);
    expect(await bitmaps()).toEqual(first);
    expect((await world.git(['fsck', '--full'], { cwd: directory })).code).toBe(0);
  });

  it('leaves a fork as it is until somebody fetches from it', async () => {
    const { directory, url } = await world.repository();
    let tip = '';
    for (let round = 0; round < 4; round += 1) {
      [tip] = await world.grow(directory, `b${round}`, 3);
      await world.must(['repack', '-d', '-q'], { cwd: directory });
    }
    const packs = async (at: string) =>
      (await readdir(join(at, 'objects/pack'))).filter((name) => name.endsWith('.pack')).length;
    const fork = world.freshDirectory();
    await world.kind.fork(directory, fork, reading());
    const { branches } = world.kind.open(directory);
    await branches.create({ id: 'more', commit: tip, actor }, reading());
    // Its turn would have come before that of its source.
    await eventually(async () => (await packs(directory)) === 1);
    expect(await packs(fork)).toBe(4);
    await world.must(['ls-remote', new URL(basename(fork), url).href]);
    await eventually(async () => (await packs(fork)) === 1);
  });

  it('packs refs after writes, and no deleted branch comes back while many are made and deleted', async () => {
    const { directory } = await world.repository();
    const [tip] = await world.grow(directory, 'main', 1);
    const { branches } = world.kind.open(directory);
    const alive = new Set(['main']);
    await Promise.all(
      Array.from({ length: 4 }, async (_, worker) => {
        for (let at = 0; at < 40; at += 1) {
          const id = `w${worker}/b${at}`;
          await branches.create({ id, commit: tip, actor }, reading());
          if (at % 3 === 0) alive.add(id);
          else await branches.delete({ id, actor }, reading());
          if (at % 10 === 0) await sleep(60);
        }
      }),
    );
    const expected = [...alive].sort();
    expect((await branches.snapshot()).names).toEqual(expected);
    const listed = await world.must(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'], {
      cwd: directory,
    });
    expect(listed.split('\n').sort()).toEqual(expected);
    await eventually(async () => !(await readdir(join(directory, 'refs/heads'))).includes('main'));
    await world.kind.open(directory).close();
    expect((await world.kind.open(directory).branches.snapshot()).names).toEqual(expected);
  });

  it('removes what killed writers have left before the first write, and nothing younger', async () => {
    const { directory } = await world.repository();
    const [tip] = await world.grow(directory, 'main', 1);
    for (const name of ['objects/tmp_objdir-incoming-abc/pack', 'objects/info/commit-graphs', 'lfs/incoming'])
      await mkdir(join(directory, name), { recursive: true });
    const stale = [
      'packed-refs.lock',
      'refs/heads/made.lock',
      'HEAD.lock',
      'objects/pack/tmp_pack_x',
      'objects/info/commit-graphs/tmp_graph_x',
      'lfs/incoming/x',
      'objects/tmp_objdir-commit-abc',
      'objects/tmp_objdir-incoming-abc',
    ];
    for (const name of stale.slice(0, 7)) await writeFile(join(directory, name), '');
    for (const name of stale) await utimes(join(directory, name), 1_000_000, 1_000_000);
    await world.kind.open(directory).branches.create({ id: 'made', commit: tip, actor }, reading());
    expect((await world.kind.open(directory).branches.snapshot()).names).toEqual(['made', 'main']);
    const [graphs, coming] = ['objects/info/commit-graphs', 'lfs/incoming'].map((each) =>
      join(directory, each),
    );
    const left = async () =>
      [...(await world.strays(directory)), ...(await readdir(graphs)), ...(await readdir(coming))].length;
    await eventually(async () => (await left()) === 0);
    await writeFile(join(directory, 'young.lock'), '');
    await writeFile(join(directory, 'lfs/incoming/young'), '');
    expect(await removeStaleFiles(directory, 2_000_000)).toEqual([]);
    expect(await removeStaleFiles(directory, Infinity, 2_000_000)).toEqual([join(directory, 'young.lock')]);
  });

  it('ends what a killed engine has left running, and nothing else', async () => {
    const mark = join(world.root, 'other-state');
    await mkdir(mark);
    const script =
      "require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, HOLDFAST_ENGINE: process.argv[1] } }).unref()";
    const parent = spawn(process.execPath, ['-e', script, mark], { stdio: 'ignore' });
    await new Promise((resolve) => parent.once('exit', resolve));
    const ours = spawn('sleep', ['60'], {
      stdio: 'ignore',
      detached: true,
      env: { PATH: '/usr/bin:/bin', HOLDFAST_ENGINE: mark },
    });
    const other = spawn('sleep', ['60'], {
      stdio: 'ignore',
      env: { PATH: '/usr/bin:/bin', HOLDFAST_ENGINE: `${mark}-2` },
    });
    await sleep(50);
    const gate = {
      stands: () => Promise.resolve({ allowed: true as const }),
      decide: () => Promise.resolve({ accepted: true as const }),
      ended: () => Promise.resolve(),
    };
    const engine = new GitEngine({ stateDirectory: mark, path: '/usr/bin:/bin', gate });
    await engine.start();
    const running = spawn('sh', [
      '-c',
      `grep -lz "^HOLDFAST_ENGINE=${mark}$" /proc/[0-9]*/environ 2>/dev/null | grep -c .`,
    ]);
    let count = '';
    running.stdout.on('data', (text: Buffer) => (count += text.toString()));
    await new Promise((resolve) => running.once('close', resolve));
    // The child of this process, which could be a living engine, is left alone.
    expect(count.trim()).toBe('1');
    expect(ours.exitCode ?? other.exitCode).toBeNull();
    ours.kill('SIGKILL');
    other.kill('SIGKILL');
    await engine.stop();
  });
});
