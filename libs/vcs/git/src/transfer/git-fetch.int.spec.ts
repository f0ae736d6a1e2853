import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt } from '../git-world.fixture.js';

const lsRefs = '0014command=ls-refs\n00010000';
const person = { name: 'A', email: 'a@example.org' };

describe('git over HTTP, fetching,', () => {
  const world = GitWorld.ofSuite({}, { delay: 200, packs: 8, looseObjects: 1000, unindexed: 1_000_000_000 });

  const seeded = (count?: number) => world.seeded(count);
  const post = (...request: Parameters<GitWorld['post']>) => world.post(...request);

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

  it('takes no patterns of a client to filter by, which may take git for ever', async () => {
    const { url, work } = await seeded(1);
    await writeFile(join(work, 'patterns'), 'a*a*a*b\n');
    await world.must(['add', 'patterns'], { cwd: work });
    await world.must(['commit', '-qm', 'patterns'], { cwd: work });
    await world.must(['push', '-q', url, 'HEAD:main'], { cwd: work });
    const blob = await world.must(['rev-parse', 'HEAD:patterns'], { cwd: work });
    const cloned = await world.git(['clone', `--filter=sparse:oid=${blob}`, url, join(world.root, 'sparse')]);
    expect(cloned.code).not.toBe(0);
    expect(cloned.stderr).toContain("filter 'sparse:oid' not supported");
  });

  it('takes no filters that make git go through each path by itself, or keep what it saw by each of many', async () => {
    const { url } = await seeded(1);
    for (const [at, [filter, told]] of [
      ['combine:blob:none+tree:9', "filter 'combine' not supported"],
      ['tree:65', 'tree filter allows max depth 64, but got 65'],
    ].entries()) {
      const path = join(world.root, `refused-filter-${at}`);
      const { code, stderr } = await world.git(['clone', '--bare', `--filter=${filter}`, url, path]);
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(told)]);
    }
    for (const filter of ['blob:limit=1k', 'tree:64', 'object:type=commit'])
      await world.must(['clone', '-q', '--bare', `--filter=${filter}`, url, join(world.root, filter)]);
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
    await api.create({ id: 'made', commit: tip, actor: person }, reading());
    expect(await ask()).toContain('refs/heads/made');
    await api.delete({ id: 'made', actor: person }, reading());
    expect(await ask()).not.toContain('refs/heads/made');
  });

  it('does not remember what it announced during a push', async () => {
    const { url, work } = await seeded();
    const ask = async () => (await post(url, 'upload-pack', lsRefs, { 'git-protocol': 'version=2' })).text();
    let meanwhile = '';
    world.instead = async () => {
      meanwhile = await ask();
      return { accepted: true };
    };
    await world.must(['push', '-q', url, 'HEAD:refs/heads/late'], { cwd: work });
    expect(meanwhile).not.toContain('refs/heads/late');
    expect(await ask()).toContain('refs/heads/late');
  });

  it('starts one git for all who ask the same at once', async () => {
    const { url, tip } = await seeded();
    await sleep(800);
    const [programs, said] = [join(world.root, 'programs'), join(world.root, 'started')];
    await mkdir(programs, { recursive: true });
    const noting = `#!/bin/sh\ncase "$*" in *upload-pack*) echo >>'${said}'; sleep 1;; esac\nPATH=\${PATH#*:} exec git "$@"\n`;
    await writeFile(join(programs, 'git'), noting, { mode: 0o755 });
    try {
      const asking = Array.from({ length: 8 }, async () =>
        (await post(url, 'upload-pack', lsRefs, { 'git-protocol': 'version=2' })).text(),
      );
      for (const answer of await Promise.all(asking)) expect(answer).toContain(`${tip} refs/heads/main`);
      expect((await readFile(said, 'utf8')).length).toBeLessThan(3);
    } finally {
      await rm(join(programs, 'git'));
    }
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
