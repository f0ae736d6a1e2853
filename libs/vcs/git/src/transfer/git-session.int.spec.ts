import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';

describe('a client that talks with git over one connection', () => {
  const world = GitWorld.ofSuite({ idle: 3_000, commands: 5 });
  const talking = (version = 2) => [
    ...[
      '-c',
      `core.sshCommand=${world.talker}`,
      '-c',
      'ssh.variant=ssh',
      '-c',
      `protocol.version=${version}`,
    ],
  ];
  const address = (path: string, role = 'admin') => path.replace('/admin/', `ssh://${role}@engine/`);

  it.each([0, 1, 2])('fetches, shallowly too, and pushes in version %d of the protocol', async (version) => {
    const { path, directory, ids, work } = await world.seeded(5);
    const url = address(path);
    const clone = `${world.root}/clone${version}`;
    await world.must([...talking(version), 'clone', '-q', '--depth=2', url, clone]);
    expect(await world.must(['rev-list', '--count', 'HEAD'], { cwd: clone })).toBe('2');
    await world.must([...talking(version), 'fetch', '-q', '--unshallow'], { cwd: clone });
    expect(await world.must(['rev-parse', 'HEAD'], { cwd: clone })).toBe(ids.at(-1));
    const [next] = await world.grow(work, 'main', 1);
    await world.must([...talking(version), 'push', '-q', url, 'main', `${ids[0]}:refs/heads/old`], {
      cwd: work,
    });
    await world.must([...talking(version), 'push', '-q', url, ':old'], { cwd: work });
    expect(await world.branchesOf(directory)).toEqual({ main: next });
    expect(world.reports.at(-1)).toMatchObject({ accepted: true, changed: true });
    await world.must([...talking(version), 'fetch', '-q'], { cwd: clone });
    expect(await world.must(['rev-parse', 'origin/main'], { cwd: clone })).toBe(next);
  });

  it('has one git only where it has nothing to push', async () => {
    const { path, work } = await world.seeded(1);
    const begun = jest.spyOn(GitProcesses.prototype, 'start');
    const pushed = async (branch: string): Promise<string> => {
      begun.mockClear();
      const args = [...talking(), 'push', address(path), branch];
      const { code, stderr } = await world.git(args, { cwd: work });
      const gits = begun.mock.calls.filter(([{ command }]) => command === 'receive-pack').length;
      return `${code}, ${gits}: ${stderr.trim().split('\n').at(-1) ?? ''}`;
    };
    expect(await pushed('main')).toBe('0, 1: Everything up-to-date');
    expect(await pushed('main:other')).toMatch(/^0, 2: .*main -> other$/);
    begun.mockRestore();
  });

  it('reads why its push was refused, for each ref', async () => {
    const { path, directory, ids, work, tip } = await world.seeded(3);
    world.protectedBranches.add('main');
    await world.grow(work, 'main', 1);
    const push = [...talking(), 'push', address(path, 'developer'), 'main', `${ids[0]}:refs/heads/free`];
    const { code, stderr } = await world.git(push, { cwd: work });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^remote: main: protected branch: only a project admin may push to it/m);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('reads why a push goes no further that is refused while it comes', async () => {
    const { path, directory, work, tip } = await world.seeded(1);
    const many = Array.from({ length: 6 }, (_, at) => `${tip}:refs/heads/b${at}`);
    const { code, stderr } = await world.git([...talking(), 'push', address(path), ...many], { cwd: work });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/remote: .*5 references at most/);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('gets an archive', async () => {
    const { path, tip, work } = await world.seeded(2);
    const archived = await world.must([...talking(), 'archive', `--remote=${address(path)}`, 'main'], {
      cwd: work,
    });
    expect(archived).toContain(tip);
    const { code, stderr } = await world.git(
      [...talking(), 'archive', `--remote=${address(path)}`, 'nothing'],
      { cwd: work },
    );
    expect([code === 0, stderr]).toEqual([
      false,
      expect.stringMatching(/^remote: fatal: no such ref: nothing/m),
    ]);
  });

  it('is told what git says where there is nothing to talk about', async () => {
    const { code, stderr } = await world.git([...talking(), 'ls-remote', 'ssh://admin@engine/nothing.git']);
    expect([code, stderr]).toEqual([
      128,
      expect.stringMatching(/^the repository does not appear to be a git repository/),
    ]);
  });

  it('is let go when it says nothing', async () => {
    const { path } = await world.seeded(1);
    const session = `POST ${path}/session/upload-pack HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await world.raw(session, 20_000, /x-hf-exit: \d+/i);
    expect(answer).toMatch(/x-hf-exit: 128\r\nx-hf-reason: the%20request%20body%20stalled/i);
  });

  it('leaves nothing of a push that breaks off', async () => {
    const { path, directory, tip } = await world.seeded(1);
    const commands = `${pkt(`${zero} ${'1'.repeat(40)} refs/heads/x\0 report-status side-band-64k`)}0000PACK`;
    const chunk = `${commands.length.toString(16)}\r\n${commands}\r\n`;
    const session = `POST ${path}/session/receive-pack HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    await world.raw(session + chunk, 500);
    for (let left = 40; left > 0 && (await world.processes()).length > 0; left -= 1) await sleep(100);
    expect(await world.processes()).toEqual([]);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });
});
