import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

/** More than lie about in files of their own. */
const limit = 1_010;
/** Nothing of what git writes waits for the disk. */
const atOnce = ['-c', 'core.fsync=none'];

describe('pushes of many refs', () => {
  // Refs are packed because pushes wrote many, and for no other reason: upkeep after a while would come in between.
  const rare = {
    delay: 3_600_000,
    longestDelay: 3_600_000,
    packs: 1000,
    looseObjects: 1_000_000,
    unindexed: 1_000_000_000,
  };
  const world = GitWorld.ofSuite({ commands: limit }, rare);
  let repository: Awaited<ReturnType<GitWorld['seeded']>>;
  beforeAll(async () => {
    repository = await world.seeded(1);
  });

  /** The working repository gets so many branches in a directory of their own. */
  const grow = (directory: string, count: number) =>
    world.must([...atOnce, 'update-ref', '--stdin'], {
      cwd: repository.work,
      input: Array.from(
        { length: count },
        (_, at) => `create refs/heads/${directory}/${at} ${repository.tip}\n`,
      ).join(''),
    });
  const push = (...args: string[]) =>
    world.git(['push', '-q', repository.url, ...args], { cwd: repository.work });
  /** Commands that create `count` refs, and no pack. */
  const body = (count: number, capabilities = ' report-status side-band-64k') =>
    Array.from({ length: count }, (_, at) =>
      pkt(`${zero} ${repository.tip} refs/heads/raw/${at}${at === 0 ? `\0${capabilities}` : ''}`),
    ).join('') + '0000';

  it('are taken up to the limit, and leave no files of their own behind', async () => {
    await grow('many', limit);
    expect(await push('refs/heads/many/*:refs/heads/many/*')).toMatchObject({ code: 0 });
    expect(Object.keys(await world.branchesOf(repository.directory))).toHaveLength(limit + 1);
    expect(world.reports.at(-1)?.changed).toBe(true);
    expect(await push('HEAD:refs/heads/next')).toMatchObject({ code: 0 });
    expect(await readdir(join(repository.directory, 'refs/heads/many')).catch(() => [])).toEqual([]);
    expect(await push('--delete', ...Array.from({ length: 60 }, (_, at) => `many/${at}`))).toMatchObject({
      code: 0,
    });
    expect(world.reports.at(-1)?.changed).toBe(true);
  });

  it('are answered before what they wrote is packed; the next push begins after that', async () => {
    const lock = join(repository.directory, 'packed-refs.lock');
    await writeFile(lock, '');
    await grow('late', limit);
    expect(await push('refs/heads/late/*:refs/heads/late/*')).toMatchObject({ code: 0 });
    const packing = async () => (await world.processes()).some((line) => line.includes(' pack-refs '));
    while (!(await packing())) await sleep(20);
    const next = push('HEAD:refs/heads/waits');
    await sleep(300);
    expect(await packing()).toBe(true);
    expect(await world.branchesOf(repository.directory)).not.toHaveProperty('waits');
    await rm(lock);
    expect(await next).toMatchObject({ code: 0 });
    expect(await readdir(join(repository.directory, 'refs/heads/late')).catch(() => [])).toEqual([]);
  });

  it('hold up no others when their client goes away while it is decided about another', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `refs/heads/kept/${at}/${'n'.repeat(200)}`);
    await world.must([...atOnce, 'update-ref', '--stdin'], {
      cwd: repository.directory,
      input: names.map((name) => `create ${name} ${repository.tip}\n`).join(''),
    });
    await world.must(['pack-refs', '--all'], { cwd: repository.directory });
    const content = names
      .map((name, at) => pkt(`${repository.tip} ${zero} ${name}${at === 0 ? '\0 report-status' : ''}`))
      .join('');
    // Only lists of more are decided about one after another.
    expect(content.length).toBeGreaterThan(64 << 10);
    const deletes = (signal?: AbortSignal) =>
      fetch(`${repository.url}/git-receive-pack`, { method: 'POST', body: `${content}0000`, signal });
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let asked = 0;
    world.instead = async () => {
      asked += 1;
      await answered;
      return { accepted: false, reasons: [] };
    };
    const first = deletes();
    while (asked === 0) await sleep(20);
    const client = new AbortController();
    const second = deletes(client.signal).catch((error: Error) => error.name);
    // Long enough for its hook to ask.
    await sleep(500);
    client.abort();
    expect(await second).toBe('AbortError');
    await sleep(200);
    answer();
    expect(await (await first).text()).toContain('ng refs/heads/kept/0');
    expect(await (await deletes()).text()).toContain('ng refs/heads/kept/0');
  });

  it('are refused with 413 where the client would not understand git’s report', async () => {
    const answer = await world.post(repository.url, 'receive-pack', body(limit + 1, ' agent=x'));
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringMatching(/references at most/)]);
  });

  it('are answered when they unpack to more than anybody would send', async () => {
    const bomb = gzipSync(Buffer.alloc(100 << 20, Buffer.from(body(1).slice(0, -4))));
    const answer = await world.post(repository.url, 'receive-pack', bomb, { 'content-encoding': 'gzip' });
    expect(await answer.text()).toContain('references at most');
  });

  it('end when their question is interrupted', async () => {
    let asked = 0;
    world.instead = () => {
      asked += 1;
      return Promise.resolve({ accepted: true });
    };
    const bytes = body(limit);
    const head = `POST ${repository.path}/git-receive-pack HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    await world.raw(head + bytes.slice(0, -40), 100);
    expect(asked).toBe(0);
    expect(await push('HEAD:refs/heads/after')).toMatchObject({ code: 0 });
  });
});

describe('a push of more refs than are allowed', () => {
  const world = GitWorld.ofSuite({ commands: 2 });

  it('is refused with a reason that git shows, and nothing of it is kept', async () => {
    const { url, work, tip, directory } = await world.seeded(1);
    const refs = ['a', 'b', 'c'].map((name) => `HEAD:refs/heads/${name}`);
    const { code, stderr } = await world.git(['push', '-q', url, ...refs], { cwd: work });
    expect(code).not.toBe(0);
    expect(stderr).toContain('remote: a push may change 2 references at most');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
    expect((await world.git(['push', '-q', url, ...refs.slice(1)], { cwd: work })).code).toBe(0);
  });
});

describe('a push of which git finds no end', () => {
  const world = GitWorld.ofSuite({ unpacking: 2_000 });

  it.each(['report-status', 'report-status side-band-64k'])(
    'is refused with a reason that git shows (%s), and keeps nothing running',
    async (capabilities) => {
      // On a busy machine even a small push takes longer now and then.
      const seeded = () => world.seeded(1);
      const { url, tip, directory, work } = await seeded().catch(seeded).catch(seeded);
      const missing = '1'.repeat(40);
      // Each of them costs a process.
      const commands = Array.from({ length: 5_000 }, (_, at) =>
        pkt(`${zero} ${missing} refs/heads/n/${at}${at === 0 ? `\0 ${capabilities}` : ''}`),
      );
      const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
      const body = Buffer.concat([Buffer.from(`${commands.join('')}0000`), pack]);
      const answer = await (await world.post(url, 'receive-pack', body)).text();
      expect(answer).toContain('unpack git took too long to check the objects of this push');
      while ((await world.processes()).length > 0) await sleep(20);
      expect(await world.branchesOf(directory)).toEqual({ main: tip });
      // What git could not put away itself is removed by the next push that writes alone.
      const left = async (): Promise<string[]> =>
        (await readdir(join(directory, 'objects'))).filter((name) => name.startsWith('tmp_objdir'));
      for (let at = 0; at === 0 || ((await left()).length > 0 && at < 50); at += 1)
        expect((await world.git(['push', '-q', url, `main:after-${at}`], { cwd: work })).code).toBe(0);
      expect(await left()).toEqual([]);
    },
  );
});
