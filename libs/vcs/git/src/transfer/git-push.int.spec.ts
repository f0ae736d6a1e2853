import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

describe('git over HTTP, pushing,', () => {
  const world = GitWorld.ofSuite({}, { delay: 200, packs: 8, looseObjects: 1000, unindexed: 1_000_000_000 });

  const seeded = (count?: number) => world.seeded(count);
  const branches = (directory: string) => world.branchesOf(directory);

  it('shows a push in the same instant to everyone, many times', async () => {
    const { url, directory, work } = await seeded();
    for (let round = 0; round < 8; round += 1) {
      const [commit] = await world.grow(work, 'main', 1);
      await branches(directory);
      await world.must(['push', '-q', url, 'main', `main:r${round}`], { cwd: work });
      expect(await branches(directory)).toMatchObject({ main: commit, [`r${round}`]: commit });
    }
    await world.must(['push', '-q', url, ':r0'], { cwd: work });
    expect(await branches(directory)).not.toHaveProperty('r0');
  });

  it('lets HEAD of an empty repository follow the first push, and no later one', async () => {
    for (const [pushed, head] of [
      [['master', 'main', 'a'], 'main'],
      [['zz', 'master', 'a'], 'master'],
      [['trunk/next', 'other'], 'other'],
    ] as const) {
      const { url, directory } = await world.repository();
      const { path } = await world.work(1, 'source');
      await world.must(['push', '-q', url, ...pushed.map((name) => `source:refs/heads/${name}`)], {
        cwd: path,
      });
      expect(await world.kind.open(directory).head()).toBe(head);
      await world.must(['push', '-q', url, 'source:refs/heads/main'], { cwd: path });
      expect(await world.kind.open(directory).head()).toBe(head);
    }
  });

  it('lets HEAD follow the next push where the first one was cut off before it did', async () => {
    const { url, directory, work } = await seeded();
    await world.must(['symbolic-ref', 'HEAD', 'refs/heads/none'], { cwd: directory });
    await world.must(['push', '-q', url, 'main:topic'], { cwd: work });
    expect(await world.kind.open(directory).head()).toBe('main');
  });

  it('takes hundreds of branches in one push, and packs their refs', async () => {
    const { url, directory, work, tip } = await seeded();
    const lines = Array.from({ length: 250 }, (_, at) => `create refs/heads/n${at} ${tip}\n`);
    await world.must(['update-ref', '--stdin'], { cwd: work, input: lines.join('') });
    await world.must(['push', '-q', url, 'refs/heads/n*:refs/heads/n*'], { cwd: work });
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(251);
    expect(world.reports.at(-1)?.changed).toBe(true);
    const loose = () => readdir(join(directory, 'refs/heads'));
    for (let left = 100; left > 0 && (await loose()).length > 0; left -= 1) await sleep(100);
    expect(await loose()).toEqual([]);
    expect((await world.kind.open(directory).branches.snapshot()).get('n249')).toBe(tip);
  });

  it('takes atomic pushes, push options, deletions, tags and pushes out of a shallow clone', async () => {
    const { url, directory, work, tip } = await seeded(5);
    let options: string[] = [];
    world.instead = (push) => {
      options = push.options;
      return Promise.resolve({ accepted: true });
    };
    await world.must(
      ['push', '-q', '--atomic', '-o', 'ci.skip', '-o', 'a "b" $c `d`', url, 'main:a', 'main:b'],
      { cwd: work },
    );
    expect(options).toEqual(['ci.skip', 'a "b" $c `d`']);
    await world.must(['push', '-q', url, ':a', 'main:refs/tags/v1'], { cwd: work });
    expect(await branches(directory)).toEqual({ main: tip, b: tip });
    expect((await world.kind.open(directory).tags.snapshot()).get('v1')).toBe(tip);
    const shallow = join(world.root, `${tip.slice(0, 8)}-s`);
    await world.must(['clone', '-q', '--depth=1', url, shallow]);
    const [next] = await world.grow(shallow, 'main', 1);
    await world.must(['push', '-q', 'origin', 'main:from-shallow'], { cwd: shallow });
    expect(await branches(directory)).toMatchObject({ 'from-shallow': next });
  });

  it('takes a large push in chunks', async () => {
    const { url, directory } = await world.repository();
    const { path } = await world.work(1);
    await world.must(['checkout', '-q', 'main'], { cwd: path });
    await writeFile(join(path, 'big.bin'), randomBytes(6_000_000));
    await world.must(['add', '.'], { cwd: path });
    await world.must(['commit', '-q', '-m', 'big'], { cwd: path });
    await world.must(['-c', 'http.postBuffer=65536', 'push', '-q', url, 'main'], { cwd: path });
    expect(await branches(directory)).toEqual({
      main: await world.must(['rev-parse', 'HEAD'], { cwd: path }),
    });
  });

  it('refuses a pack that is larger than allowed and tells the client so', async () => {
    const { url, directory } = await world.repository('small');
    const { path } = await world.work(1);
    await world.must(['checkout', '-q', 'main'], { cwd: path });
    await writeFile(join(path, 'big.bin'), randomBytes(1_000_000));
    await world.must(['add', '.'], { cwd: path });
    await world.must(['commit', '-q', '-m', 'big'], { cwd: path });
    const pushed = await world.git(['push', url, 'main'], { cwd: path });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('exceeds maximum allowed size');
    expect(pushed.stderr).not.toContain('RPC failed');
    expect(await branches(directory)).toEqual({});
  });

  it('refuses objects that are not well formed', async () => {
    const { url, directory, work, tip } = await seeded();
    const tree = await world.must(['rev-parse', `${tip}^{tree}`], { cwd: work });
    const text = `tree ${tree}\nauthor A <a@e> 0123 +0000\ncommitter C <c@e> 0123 +0000\n\nx\n`;
    const bad = await world.must(['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'], {
      cwd: work,
      input: text,
    });
    const pushed = await world.git(['push', url, `${bad}:refs/heads/bad`], { cwd: work });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('zeroPaddedDate');
    expect(Object.keys(await branches(directory))).toEqual(['main']);
  });

  it('takes the faults of old histories that harm nobody', async () => {
    const { url, directory, work, tip } = await seeded();
    const made = (type: string, input: string | Buffer) =>
      world.must(['hash-object', '-w', '-t', type, '--literally', '--stdin'], { cwd: work, input });
    const tree = await world.must(['rev-parse', `${tip}^{tree}`], { cwd: work });
    const padded = await made('tree', Buffer.concat([Buffer.from('040000 d\0'), Buffer.from(tree, 'hex')]));
    const commit = (root: string, when: string) =>
      made('commit', `tree ${root}\nauthor A <a@e>${when}\ncommitter C <c@e>${when}\n\nold\n`);
    const old = {
      modes: await commit(padded, ' 1112911993 -0700'),
      space: await commit(tree, '1112911993 -0700'),
      zone: await commit(tree, ' 1112911993 +051800'),
    };
    const pushed = Object.entries(old).map(([name, id]) => `${id}:refs/heads/${name}`);
    await world.must(['push', '-q', url, ...pushed], { cwd: work });
    expect(await branches(directory)).toEqual({ main: tip, ...old });
  });

  it('does not tell references of our own', async () => {
    const { url, directory, tip } = await seeded();
    await world.must(['update-ref', 'refs/holdfast/1', tip], { cwd: directory });
    const told = (await world.must(['ls-remote', url])).split('\n').map((line) => line.split('\t')[1]);
    expect(told).toEqual(['HEAD', 'refs/heads/main']);
  });

  it('lets one name or the other come into being when branches and pushes collide', async () => {
    const { url, directory, work, tip } = await seeded();
    const { branches: api } = world.kind.open(directory);
    const actor = { name: 'A', email: 'a@example.org' };
    for (let round = 0; round < 6; round += 1) {
      const id = `x${round}`;
      const creations = Array.from({ length: 3 }, () =>
        api.create({ id, commit: tip, actor }, reading()).then(
          () => 'made',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
      const pushes = [1, 2].map(() => world.git(['push', url, `main:refs/heads/${id}/sub`], { cwd: work }));
      const codes = await Promise.all(creations);
      const pushed = (await Promise.all(pushes)).some(({ code }) => code === 0);
      const names = Object.keys(await branches(directory));
      expect(names.filter((name) => name === id || name === `${id}/sub`)).toHaveLength(1);
      expect(codes.filter((code) => code === 'made')).toHaveLength(names.includes(id) ? 1 : 0);
      expect(pushed).toBe(names.includes(`${id}/sub`));
      expect(codes.filter((code) => !['made', 'name_in_use', 'name_collides'].includes(code))).toEqual([]);
    }
  });

  it('lets one of several simultaneous pushes to one branch win and refuses the others in git’s own words', async () => {
    const { url, directory, work, tip } = await seeded();
    const commits: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      await world.must(['branch', '-f', `c${at}`, tip], { cwd: work });
      commits.push((await world.grow(work, `c${at}`, 1))[0]);
    }
    const pushes = await Promise.all(
      commits.map((_, at) => world.git(['push', url, `c${at}:main`], { cwd: work })),
    );
    const winners = pushes.flatMap(({ code }, at) => (code === 0 ? [at] : []));
    expect(winners).toHaveLength(1);
    expect(await branches(directory)).toEqual({ main: commits[winners[0]] });
    for (const { code, stderr } of pushes)
      if (code !== 0) expect(stderr).toMatch(/rejected|failed to update ref/);
  });
});
