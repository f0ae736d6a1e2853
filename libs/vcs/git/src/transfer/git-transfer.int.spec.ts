import { jest } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

jest.setTimeout(20_000);

const lsRefs = '0014command=ls-refs\n00010000';
const person = { name: 'A', email: 'a@example.org' };

describe('git over HTTP', () => {
  let world: GitWorld;
  beforeAll(async () => {
    world = await GitWorld.start(
      { idle: 2000 },
      { delay: 200, packs: 8, looseObjects: 1000, unindexed: 1_000_000_000 },
    );
  });
  afterEach(() => {
    world.instead = undefined;
    world.protectedBranches.clear();
  });
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const seeded = (count?: number) => world.seeded(count);
  const branches = (directory: string) => world.branchesOf(directory);
  const post = (...request: Parameters<GitWorld['post']>) => world.post(...request);

  describe('fetching', () => {
    it('clones an empty repository with every protocol version', async () => {
      const { url } = await world.repository();
      for (const version of ['0', '1', '2']) {
        const cloned = await world.git([
          '-c',
          `protocol.version=${version}`,
          'clone',
          url,
          join(world.root, `e${version}`),
        ]);
        expect(cloned.stderr).toContain('empty repository');
        expect(cloned.code).toBe(0);
      }
    });

    it('clones whole, shallow and partially, and fetches what is new', async () => {
      const { url, tip, work } = await seeded(12);
      for (const [at, options] of [
        [],
        ['--depth=2'],
        ['--filter=blob:none', '--bare'],
        ['-c', 'protocol.version=0'],
      ].entries()) {
        const path = join(world.root, `${tip.slice(0, 8)}-${at}`);
        await world.must(['clone', '-q', ...options, url, path]);
        expect(await world.must(['rev-parse', 'HEAD'], { cwd: path })).toBe(tip);
      }
      const [next] = await world.grow(work, 'main', 1);
      await world.must(['push', '-q', url, 'main'], { cwd: work });
      const clone = join(world.root, `${tip.slice(0, 8)}-0`);
      await world.must(['pull', '-q'], { cwd: clone });
      expect(await world.must(['rev-parse', 'HEAD'], { cwd: clone })).toBe(next);
      await world.must(['fetch', '-q', '--unshallow'], { cwd: join(world.root, `${tip.slice(0, 8)}-1`) });
    });

    it('serves twenty shallow clones at once', async () => {
      const { url, tip } = await seeded();
      const clones = Array.from({ length: 20 }, (_, at) =>
        world.git(['clone', '-q', '--bare', '--depth=1', url, join(world.root, `${tip.slice(0, 8)}-p${at}`)]),
      );
      expect((await Promise.all(clones)).map(({ code }) => code)).toEqual(clones.map(() => 0));
    });

    it('answers the advertisement as the protocol wants it', async () => {
      const { url, tip } = await seeded();
      const old = await fetch(`${url}/info/refs?service=git-upload-pack`);
      expect(old.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement');
      expect(old.headers.get('cache-control')).toContain('no-cache');
      const text = await old.text();
      expect(text).toMatch(/^001e# service=git-upload-pack\n0000/);
      expect(text).toContain(`${tip} refs/heads/main`);
      const two = await fetch(`${url}/info/refs?service=git-upload-pack`, {
        headers: { 'git-protocol': 'x=y:version=2' },
      });
      expect(await two.text()).toMatch(/^000eversion 2\n/);
      const odd = await fetch(`${url}/info/refs?service=git-upload-pack`, {
        headers: { 'git-protocol': 'version=3' },
      });
      expect(await odd.text()).toContain(tip);
      const push = await fetch(`${url}/info/refs?service=git-receive-pack`, {
        headers: { 'git-protocol': 'version=2' },
      });
      expect(await push.text()).toMatch(/^001f# service=git-receive-pack\n0000/);
      const gone = await fetch(`${url.replace(/\w+\.git/, 'absent.git')}/info/refs?service=git-upload-pack`, {
        headers: { 'git-protocol': 'version=2' },
      });
      expect(gone.status).toBe(404);
    });

    it('remembers what it announced until somebody writes', async () => {
      const { url, tip, work, directory } = await seeded();
      await sleep(800); // the upkeep after the push is a write as well
      const ask = async (question = lsRefs) =>
        (await post(url, 'upload-pack', question, { 'git-protocol': 'version=2' })).text();
      const first = await ask();
      expect(first).toContain(`${tip} refs/heads/main`);
      await writeFile(join(directory, 'refs/heads/by-hand'), `${tip}\n`);
      expect(await ask()).toBe(first);
      expect(await ask(`${pkt('command=ls-refs\n')}0001${pkt('ref-prefix refs/heads/by')}0000`)).toContain(
        'by-hand',
      );

      await world.must(['push', '-q', url, 'HEAD:refs/heads/pushed'], { cwd: work });
      expect(await ask()).toMatch(/refs\/heads\/by-hand[^]*refs\/heads\/pushed/);
      const { branches: api } = world.kind.open(directory);
      await api.create({ id: 'made', commit: tip, actor: person });
      expect(await ask()).toContain('refs/heads/made');
      await api.delete({ id: 'made', actor: person });
      expect(await ask()).not.toContain('refs/heads/made');
    });

    it('does not remember what it announced during a push', async () => {
      const { url, work } = await seeded();
      const ask = async () =>
        (await post(url, 'upload-pack', lsRefs, { 'git-protocol': 'version=2' })).text();
      let meanwhile = '';
      world.instead = async () => {
        meanwhile = await ask();
        return { accepted: true };
      };
      await world.must(['push', '-q', url, 'HEAD:refs/heads/late'], { cwd: work });
      expect(meanwhile).not.toContain('refs/heads/late');
      expect(await ask()).toContain('refs/heads/late');
    });

    it('unpacks packed bodies, and answers a broken one before git has seen it', async () => {
      const { url, tip } = await seeded();
      const packed = gzipSync(lsRefs);
      const send = (body: Buffer, encoding: string) =>
        post(url, 'upload-pack', body, { 'content-encoding': encoding, 'git-protocol': 'version=2' });
      for (const encoding of ['gzip', 'x-gzip'])
        expect(await (await send(packed, encoding)).text()).toContain(tip);
      for (const broken of [
        packed.subarray(0, -6),
        Buffer.from('\x1f\x8bjunk', 'latin1'),
        Buffer.from(lsRefs),
      ]) {
        const answer = await send(broken, 'gzip');
        expect(answer.status).toBe(400);
        expect(answer.statusText).toContain('gzip');
        expect(await answer.text()).not.toContain(tip);
      }
      expect((await send(packed, 'br')).status).toBe(415);
    });
  });

  describe('pushing', () => {
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

    it('takes hundreds of branches in one push, and packs their refs', async () => {
      const { url, directory, work, tip } = await seeded();
      const lines = Array.from({ length: 700 }, (_, at) => `create refs/heads/n${at} ${tip}\n`);
      await world.must(['update-ref', '--stdin'], { cwd: work, input: lines.join('') });
      await world.must(['push', '-q', url, 'refs/heads/n*:refs/heads/n*'], { cwd: work });
      expect((await world.kind.open(directory).branches.snapshot()).size).toBe(701);
      expect(world.reports.at(-1)?.updates.every(({ applied }) => applied)).toBe(true);
      const loose = () => readdir(join(directory, 'refs/heads'));
      for (let left = 100; left > 0 && (await loose()).length > 0; left -= 1) await sleep(100);
      expect(await loose()).toEqual([]);
      expect((await world.kind.open(directory).branches.snapshot()).get('n699')).toBe(tip);
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
  });

  describe('decisions', () => {
    it('refuse a push to a protected branch whole, with the name and the rule, and keep none of its objects', async () => {
      const { developerUrl, url, directory, work } = await seeded();
      world.protectedBranches.add('main');
      const [next] = await world.grow(work, 'main', 1);
      const refused = await world.git(['push', developerUrl, 'main', 'main:other'], { cwd: work });
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('remote: main: protected branch: only a project admin may push to it');
      expect(await branches(directory)).not.toHaveProperty('other');
      expect(await world.kind.open(directory).resolve(next)).toEqual({ outcome: 'absent' });
      await world.must(['push', '-q', url, 'main'], { cwd: work });
      expect(await branches(directory)).toEqual({ main: next });
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
      expect(await world.kind.open(directory).resolve(next)).toEqual({ outcome: 'absent' });
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

  it('lets one name or the other come into being when branches and pushes collide', async () => {
    const { url, directory, work, tip } = await seeded();
    const { branches: api } = world.kind.open(directory);
    const actor = { name: 'A', email: 'a@example.org' };
    for (let round = 0; round < 6; round += 1) {
      const id = `x${round}`;
      const creations = Array.from({ length: 3 }, () =>
        api.create({ id, commit: tip, actor }).then(
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
