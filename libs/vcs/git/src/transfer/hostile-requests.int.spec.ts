import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

describe('hostile and broken requests', () => {
  const world = GitWorld.ofSuite({ idle: 700 });

  const seeded = (count?: number) => world.seeded(count);
  const branches = (directory: string) => world.branchesOf(directory);
  const post = (...request: Parameters<GitWorld['post']>) => world.post(...request);
  const raw = (...request: Parameters<GitWorld['raw']>) => world.raw(...request);
  /** Waits for the end of what is still being cleaned up. */
  const withoutStrays = async (directory: string) => {
    for (let left = 40; left > 0 && (await world.strays(directory)).length > 0; left -= 1) await sleep(100);
    return world.strays(directory);
  };

  const garbage: [string, string | Buffer][] = [
    ['nothing', ''],
    ['a flush', '0000'],
    ['garbage', randomBytes(5000)],
    ['a length that is no number', 'zzzz'],
    ['an oversized length', `ffff${'x'.repeat(70_000)}`],
    ['a length below four', '0003'],
    ['the end of an answer', '0002'],
    ['a truncated packet', '0032want 0000'],
    ['a want of an absent object', `${pkt(`want ${'1'.repeat(40)}\n`)}0000${pkt('done\n')}`],
    ['commands without a pack', `${pkt(`${zero} ${'1'.repeat(40)} refs/heads/x\0 report-status`)}0000`],
    [
      'a pack of garbage',
      Buffer.concat([
        Buffer.from(`${pkt(`${zero} ${'1'.repeat(40)} refs/heads/x\0 report-status`)}0000PACK`),
        randomBytes(3000),
      ]),
    ],
    ['a bad name', `${pkt(`${zero} ${'1'.repeat(40)} refs/heads/../../x\0 report-status`)}0000`],
    ['a command without its ref', `${pkt(`${zero} ${zero}`)}0000`],
  ];
  let target: ReturnType<typeof seeded> | undefined;
  it.each(garbage)('get an answer and no fault: %s', async (_, body) => {
    target ??= seeded(1);
    const { url, directory, tip } = await target;
    for (const service of ['upload-pack', 'receive-pack']) {
      for (const version of ['version=0', 'version=2']) {
        const answer = await post(url, service, body, { 'git-protocol': version });
        expect(answer.status).toBeLessThan(500);
        await answer.arrayBuffer();
      }
    }
    expect(await branches(directory)).toEqual({ main: tip });
  });

  it('get a body that stalls ended with 408', async () => {
    const { path } = await world.repository();
    for (const service of ['upload-pack', 'receive-pack']) {
      const begun = Date.now();
      const answer = await raw(
        `POST ${path}/git-${service} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n0014comm`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 408 the request body stalled/);
      expect(Date.now() - begun).toBeLessThan(3500);
    }
  });

  it('get a body that is too large refused, on a connection that is not reset under the answer', async () => {
    const { path } = await world.repository();
    const zeros = gzipSync(Buffer.alloc(1 << 20));
    const body = Buffer.concat([...Array.from({ length: 17 }, () => zeros), gzipSync(randomBytes(16 << 20))]);
    const head = `POST ${path}/git-upload-pack HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answer = await raw(Buffer.concat([Buffer.from(head), body]), 15_000, /too large/);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n005bERR the request is too large/);
    expect(answer).not.toMatch(/^Connection: close/im);
  });

  it('leave nothing when the client goes away in the middle of a push', async () => {
    const { url, path, directory, work, tip } = await seeded();
    const [next] = await world.grow(work, 'main', 1);
    const pack = spawn('git', ['pack-objects', '--revs', '--stdout', '-q'], {
      cwd: work,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    pack.stdin.end(`${next}\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of pack.stdout) chunks.push(chunk as Buffer);
    const command = pkt(`${tip} ${next} refs/heads/main\0 report-status side-band-64k`);
    const body = Buffer.concat([Buffer.from(`${command}0000`), ...chunks]);
    const head = `POST ${path}/git-receive-pack HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (const part of [5, 200, body.length - 1]) {
      await raw(Buffer.concat([Buffer.from(head), body.subarray(0, part)]), 150);
    }
    expect(await withoutStrays(directory)).toEqual([]);
    expect(await branches(directory)).toEqual({ main: tip });
    expect(await world.kind.open(directory).resolve(next, reading())).toEqual({ outcome: 'absent' });
    await world.must(['push', '-q', url, 'main'], { cwd: work });
    expect(await branches(directory)).toEqual({ main: next });
  });

  it('leave nothing when git is killed while the push is being decided', async () => {
    const { url, directory, work, tip } = await seeded();
    const [next] = await world.grow(work, 'main', 1);
    world.instead = async () => {
      const killed = spawn('sh', [
        '-c',
        'for p in /proc/[0-9]*; do if tr "\\0" " " <$p/cmdline 2>/dev/null | grep -q "receive-pack --stateless-rpc $1"; then kill -9 ${p#/proc/}; fi; done',
        'sh',
        directory,
      ]);
      await new Promise((resolve) => killed.once('exit', resolve));
      return { accepted: true };
    };
    const pushed = await world.git(['push', url, 'main'], { cwd: work });
    expect(pushed.code).not.toBe(0);
    world.instead = undefined;
    expect(await withoutStrays(directory)).toEqual([]);
    expect(await branches(directory)).toEqual({ main: tip });
    await world.must(['push', '-q', url, 'main'], { cwd: work });
    expect(await branches(directory)).toEqual({ main: next });
  });

  it('leave no process behind', async () => {
    await sleep(100);
    const running = (await world.processes()).filter((line) => /-pack/.test(line));
    expect(running).toEqual([]);
  });
});

describe('requests that were only begun', () => {
  const one = { total: 1, perRepository: 1 };
  const world = GitWorld.ofSuite({ fetches: one, pushes: one, idle: 15_000 });

  it('hold up no others', async () => {
    const { url, path, work } = await world.seeded(1);
    for (const service of ['upload-pack', 'receive-pack'])
      void world.raw(
        `POST ${path}/git-${service} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n0014`,
        20_000,
      );
    await sleep(300);
    const start = Date.now();
    await world.must(['fetch', '-q', url, 'main'], { cwd: work });
    await world.must(['push', '-q', url, 'main:more'], { cwd: work });
    expect(Date.now() - start).toBeLessThan(6000);
  });
});

describe('fetches that ask for more than the server reads', () => {
  const world = GitWorld.ofSuite({ fetchRequest: 2_000 });

  it.each(['0', '2'])('are told so by git, in version %s of the protocol', async (version) => {
    const { url, work } = await world.seeded(50);
    const ids = (await world.must(['rev-list', 'main'], { cwd: work })).split('\n');
    const input = ids.map((id, at) => `create refs/heads/many/${at} ${id}\n`).join('');
    await world.must(['update-ref', '--stdin'], { cwd: work, input });
    await world.must(['push', '-q', url, 'refs/heads/many/*:refs/heads/many/*'], { cwd: work });
    const clone = (...more: string[]) =>
      world.git(['-c', `protocol.version=${version}`, 'clone', '-q', ...more, url, `${work}-clone`]);
    const refused = await clone();
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('remote error: the request is too large (2000 bytes at most)');
    expect(await clone('--single-branch', '-b', 'main')).toMatchObject({ code: 0 });
  });

  it('keep git for no longer than it takes to read so much', async () => {
    const { url, tip } = await world.seeded(1);
    const have = pkt(`have ${tip}\n`).repeat(200_000);
    const body = gzipSync(`${pkt('command=fetch')}0001${pkt(`want ${tip}\n`)}${have}0000`);
    const headers = { 'content-encoding': 'gzip', 'git-protocol': 'version=2' };
    const answer = await world.post(url, 'upload-pack', body, headers);
    expect(await answer.text()).toContain('ERR the request is too large');
    expect((await world.processes()).filter((line) => line.includes('upload-pack'))).toEqual([]);
  });
});
