import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

const branches = 1_010;
/** Upkeep would lock the branches that are deleted. */
const rare = { delay: 3_600_000, longestDelay: 3_600_000 };

describe('a push that deletes branches', () => {
  const world = GitWorld.ofSuite({}, rare);

  it('may give a branch a name below its old one, where it changes few', async () => {
    const { url, directory, tip, work } = await world.seeded(1);
    await world.must(['push', '-q', url, 'main:a'], { cwd: work });
    await world.must(['push', '-q', url, ':a', 'main:a/b'], { cwd: work });
    expect(await world.branchesOf(directory)).toEqual({ main: tip, 'a/b': tip });
  });

  // git deletes what is there then, and nobody had been told that it would go.
  it('names what it deletes', async () => {
    const { url, directory, tip, work } = await world.seeded(1);
    const names = ['refs/heads/a', 'refs/tags/a', 'refs/notes/a'];
    await world.must(['push', '-q', url, ...names.map((name) => `main:${name}`)], { cwd: work });
    const refs = () => world.must(['for-each-ref', '--format=%(refname)'], { cwd: directory });
    const before = await refs();
    const deleting = async (lines: readonly string[]) => {
      const [first, ...rest] = lines;
      const body = [pkt(`${first}\0 report-status`), ...rest.map((line) => pkt(line)), '0000'].join('');
      return (await world.post(url, 'receive-pack', Buffer.from(body))).text();
    };
    for (const name of [...names, 'refs/heads/none', 'refs/heads/\ufffd']) {
      expect(await deleting([`${zero} ${zero} ${name}`])).toContain(`ng ${name} `);
      expect(await deleting([`${tip} ${zero} refs/heads/a`, `${zero} ${zero} ${name}x`])).toContain('ng ');
    }
    expect(await refs()).toBe(before);
    expect(await deleting(names.map((name) => `${tip} ${zero} ${name}`))).not.toContain('ng ');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  // git forgets an old value that is no object, and made all directories of the name before it found nothing there.
  it('finds what it deletes, also by names that are no UTF-8', async () => {
    const { url, directory, tip } = await world.seeded(1);
    const refs = join(directory, 'refs/heads');
    const there = Buffer.from('refs/heads/t\xff', 'latin1');
    await world.must(['update-ref', '--stdin', '-z'], {
      cwd: directory,
      input: Buffer.concat([Buffer.from('create '), there, Buffer.from(`\0${tip}\0`)]),
    });
    const before = await readdir(refs);
    const deleting = async (old: string, name: Buffer) => {
      const line = Buffer.concat([Buffer.from(`${old} ${zero} `), name, Buffer.from('\0 report-status')]);
      const length = Buffer.from((line.length + 4).toString(16).padStart(4, '0'));
      const body = Buffer.concat([length, line, Buffer.from('0000')]);
      return (await world.post(url, 'receive-pack', body)).text();
    };
    const deep = Buffer.from(`refs/heads/n${'/d'.repeat(50)}\xff`, 'latin1');
    for (const old of ['deadbeef'.repeat(5), tip, zero]) {
      expect(await deleting(old, deep)).toContain('ng ');
      if (old !== tip) expect(await deleting(old, there)).toContain('ng ');
    }
    expect(await readdir(refs)).toEqual(before);
    expect(await deleting(tip, there)).not.toContain('ng ');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('writes the file of packed refs a few times, and not once for each of thousands', async () => {
    const { url, directory, tip, work } = await world.seeded(1);
    const names = Array.from({ length: branches }, (_, at) => `refs/heads/b/${at}`);
    const made = names.map((name) => `create ${name} ${tip}\n`).join('');
    const atOnce = ['-c', 'core.fsync=none'];
    await world.must([...atOnce, 'update-ref', '--stdin'], { cwd: directory, input: Buffer.from(made) });
    await world.must(['pack-refs', '--all'], { cwd: directory });
    const packed = join(directory, 'packed-refs');
    const files = new Set([(await stat(packed)).ino]);
    const watch = setInterval(() => {
      void stat(packed).then(
        ({ ino, mtimeMs }) => files.add(ino * 1e6 + mtimeMs),
        () => undefined,
      );
    }, 1);
    const capabilities = 'report-status-v2 side-band-64k object-format=sha1';
    const lines = names.map((name, at) =>
      pkt(`${tip} ${zero} ${name}${at === 0 ? `\0 ${capabilities}` : ''}`),
    );
    const answer = await world.post(url, 'receive-pack', Buffer.from(`${lines.join('')}0000`));
    const text = await answer.text();
    clearInterval(watch);
    expect(text).toContain('unpack ok');
    expect(text).not.toContain('ng refs/heads/');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
    expect((await readFile(packed, 'utf8')).includes('refs/heads/b/')).toBe(false);
    expect(files.size).toBeLessThan(20);
    await world.must(['push', '-q', url, 'main:again'], { cwd: work });
  });
});
