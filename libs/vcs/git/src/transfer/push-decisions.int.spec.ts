import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

describe('decisions about pushes over HTTP', () => {
  const world = GitWorld.ofSuite();

  const seeded = (count?: number) => world.seeded(count);
  const branches = (directory: string) => world.branchesOf(directory);
  const post = (...request: Parameters<GitWorld['post']>) => world.post(...request);

  it('refuse a push to a protected branch whole, with the name and the rule, and keep none of its objects', async () => {
    const { developerUrl, url, directory, work } = await seeded();
    world.protectedBranches.add('main');
    const [next] = await world.grow(work, 'main', 1);
    const refused = await world.git(['push', developerUrl, 'main', 'main:other'], { cwd: work });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('remote: main: protected branch: only a project admin may push to it');
    expect(await branches(directory)).not.toHaveProperty('other');
    expect(await world.kind.open(directory).resolve(next, reading())).toEqual({ outcome: 'absent' });
    await world.must(['push', '-q', url, 'main'], { cwd: work });
    expect(await branches(directory)).toEqual({ main: next });
  });

  it('are over when git has ended, though the client never ends its body', async () => {
    const { url, directory, work, tip } = await seeded();
    await world.must(['push', '-q', url, 'main:gone'], { cwd: work });
    const before = world.reports.length;
    const command = `${pkt(`${tip} ${zero} refs/heads/gone\0report-status`)}0000`;
    const head =
      `POST ${new URL(url).pathname}/git-receive-pack HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n` +
      'Content-Type: application/x-git-receive-pack-request\r\n\r\n';
    // Of a body that has not ended so much is read before git begins.
    const body = command + ' '.repeat(128 << 10);
    let closed = false;
    void world.raw(`${head}${body.length.toString(16)}\r\n${body}\r\n`, 15_000).then(() => (closed = true));
    while (world.reports.length === before) await sleep(20);
    expect(closed).toBe(false);
    expect(await branches(directory)).not.toHaveProperty('gone');
  });

  it('refuse a forced push and the deletion of a protected branch to everyone', async () => {
    const { url, directory, work, ids, tip } = await seeded();
    await world.must(['push', '-q', url, 'main:safe', 'main:free'], { cwd: work });
    world.protectedBranches.add('safe');
    const force = await world.git(['push', url, `+${ids[0]}:safe`, `+${ids[0]}:free`], { cwd: work });
    expect(force.stderr).toContain('remote: safe: protected branch: it cannot be force-pushed');
    const deletion = await world.git(['push', url, ':safe'], { cwd: work });
    expect(deletion.stderr).toContain('remote: safe: protected branch: it cannot be deleted');
    expect(await branches(directory)).toMatchObject({ safe: tip, free: tip });
    await world.must(['push', '-q', url, `+${ids[0]}:free`], { cwd: work });
    const [next] = await world.grow(work, 'main', 1);
    await world.must(['push', '-q', url, `${next}:safe`], { cwd: work });
    expect(await branches(directory)).toMatchObject({ safe: next, free: ids[0] });
  });

  it('see a deletion although the client names no old value', async () => {
    const { url, directory, tip } = await seeded();
    world.protectedBranches.add('main');
    const command = pkt(`${zero} ${zero} refs/heads/main\0 report-status side-band-64k delete-refs`);
    const answer = await post(url, 'receive-pack', `${command}0000`);
    expect(await answer.text()).toContain('main: protected branch: it cannot be deleted');
    expect(await branches(directory)).toEqual({ main: tip });
  });

  it('refuse what would fail at its lock with everything that comes along, and keep none of it', async () => {
    const { url, directory, work, tip } = await seeded();
    const [next] = await world.grow(work, 'main', 1);
    const collision = await world.git(['push', url, `${next}:refs/heads/main/x`, `${next}:refs/heads/ok`], {
      cwd: work,
    });
    expect(collision.stderr).toContain('remote: main/x: cannot lock ref');
    const stale = `${pkt(`${next} ${tip} refs/heads/main\0 report-status`)}${pkt(`${zero} ${tip} refs/heads/ok`)}0000`;
    const pack = Buffer.from('PACK\0\0\0\u0002\0\0\0\0');
    const sum = createHash('sha1').update(pack).digest();
    const answer = await post(url, 'receive-pack', Buffer.concat([Buffer.from(stale), pack, sum]));
    expect(await answer.text()).toContain('unpack ok');
    expect(await branches(directory)).toEqual({ main: tip });
    expect(await world.kind.open(directory).resolve(next, reading())).toEqual({ outcome: 'absent' });
  });

  it('refuse what git would not write for its object with everything that comes along', async () => {
    const { url, directory, work, tip } = await seeded();
    await world.must(['tag', '-a', '-m', 'one', 'noted'], { cwd: work });
    const [tag, tree] = await Promise.all(
      ['noted', 'main^{tree}'].map((name) => world.must(['rev-parse', name], { cwd: work })),
    );
    for (const id of [tag.trim(), tree.trim()]) {
      const pushed = await world.git(['push', url, 'main:ok', `${id}:refs/heads/odd`], { cwd: work });
      expect(pushed.stderr).toContain('remote: odd: a branch can only name a commit');
    }
    const absent = `${pkt(`${zero} ${tip} refs/heads/ok\0 report-status`)}${pkt(`${zero} ${'1'.repeat(40)} refs/tags/odd`)}0000`;
    const pack = Buffer.from('PACK\0\0\0\u0002\0\0\0\0');
    const sum = createHash('sha1').update(pack).digest();
    const answer = await post(url, 'receive-pack', Buffer.concat([Buffer.from(absent), pack, sum]));
    expect(await answer.text()).toContain('ng refs/heads/ok pre-receive hook declined');
    expect(await branches(directory)).toEqual({ main: tip });
  });

  it('give a reason for each refused ref, however many there are', async () => {
    const { url, developerUrl, work, ids } = await seeded();
    const tags = Array.from({ length: 700 }, (_, at) => `refs/tags/t${at}`);
    await world.must(['push', '-q', url, ...tags.map((tag) => `main:${tag}`)], { cwd: work });
    const moved = await world.git(['push', developerUrl, ...tags.map((tag) => `+${ids[0]}:${tag}`)], {
      cwd: work,
    });
    expect(moved.stderr.match(/^remote: t\d+: existing tag/gm)).toHaveLength(700);
  });

  it('refuse reserved name spaces with everything that comes along', async () => {
    const { url, directory, work } = await seeded();
    for (const ref of ['refs/replace/x', 'refs/holdfast/x']) {
      const pushed = await world.git(['push', url, `main:${ref}`, 'main:beside'], { cwd: work });
      expect(pushed.code).toBe(1);
      expect(pushed.stderr).toContain(`remote: ${ref}: this name space is not writable`);
    }
    expect(Object.keys(await branches(directory))).toEqual(['main']);
    await world.must(['push', '-q', url, 'main:refs/notes/x'], { cwd: work });
  });

  it('refuse the deletion of the default branch, and moving tags to those who may not', async () => {
    const { url, developerUrl, work, ids } = await seeded();
    expect((await world.git(['push', url, ':main'], { cwd: work })).stderr).toContain(
      'the default branch cannot be deleted',
    );
    await world.must(['push', '-q', developerUrl, 'main:refs/tags/v1'], { cwd: work });
    for (const spec of [`+${ids[0]}:refs/tags/v1`, ':refs/tags/v1']) {
      expect((await world.git(['push', developerUrl, spec], { cwd: work })).stderr).toContain(
        'remote: v1: existing tag',
      );
      await world.must(['push', '-q', url, spec], { cwd: work });
    }
  });

  it('that fail or cannot be made refuse the push and ask to try again', async () => {
    const { url, directory, work, tip } = await seeded();
    world.instead = () => Promise.reject(new Error('no answer'));
    const pushed = await world.git(['push', url, 'main:x'], { cwd: work });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('try again');
    expect(await branches(directory)).toEqual({ main: tip });
  });

  it('cannot be forged by a reason that looks like more than one line', async () => {
    const { url, work } = await seeded();
    world.instead = () =>
      Promise.resolve({
        accepted: false,
        reasons: [
          { ref: 'refs/heads/x', name: 'x', rule: 'protected_push', reason: 'one\nyes\u001b[31m two' },
        ],
      });
    const pushed = await world.git(['push', url, 'main:x'], { cwd: work });
    expect(pushed.stderr).toContain('remote: x: one yes [31m two');
  });
});

describe('a push about which nobody decides', () => {
  const world = GitWorld.ofSuite({ deciding: 2_000 });

  it('is refused at the deadline that whoever decides was told', async () => {
    const { url, directory, work, tip } = await world.seeded();
    const deadlines: number[] = [];
    world.instead = ({ deadline }) => {
      deadlines.push(deadline);
      return new Promise(() => undefined);
    };
    const began = Date.now();
    const pushed = await world.git(['push', url, 'main:x'], { cwd: work });
    expect(pushed.stderr).toContain('remote: the server could not decide about this push, try again');
    expect(deadlines).toHaveLength(1);
    expect(deadlines[0]).toBeGreaterThan(began);
    expect(deadlines[0]).toBeLessThanOrEqual(Date.now());
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });
});
