import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** Each window of 14 bytes unpacks to 100 KiB: one byte, and a copy of it. */
const bomb = (windows: number): Buffer => {
  const one = [0, 0, 0x86, 0xa0, 0x00, 6, 1, 0x81, 0x40, 0x86, 0x9f, 0x7f, 0, 0x41];
  return Buffer.concat([Buffer.from('SVN\0'), ...Array<Buffer>(windows).fill(Buffer.from(one))]);
};
const diff = { 'content-type': 'application/vnd.svn-svndiff' };
const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };

describeSubversion('requests of Subversion that nobody waits for any more', () => {
  let world: SubversionWorld;
  let url: string;
  beforeEach(async () => {
    world = new SubversionWorld({
      ...{ writes: { total: 1, perRepository: 1 }, queue: 500, left: 4_000, unpacked: 8 << 20 },
    });
    await world.start();
    ({ url } = await world.repository());
  });
  afterEach(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const children = async (): Promise<number[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    const pids = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return pids.trim().split(' ').map(Number);
  };
  const begin = () => world.raw('ann', 'POST', url, '/!svn/me', skel);
  const place = async (name: string) =>
    `/!svn/txr/${String((await begin()).headers['svn-txn-name'])}/${name}`;

  it('keep their turns until the server has let go of them, at the latest with its process', async () => {
    const target = await place('a');
    const before = await children();
    for (const pid of before) process.kill(pid, 'SIGSTOP');
    const { port, pathname } = new URL(url);
    const headers = { ...diff, authorization: 'Basic YW5uOng=' };
    const asked = request({ port, host: '127.0.0.1', method: 'PUT', path: pathname + target, headers });
    asked.on('error', () => undefined).end(bomb(40));
    await sleep(500);
    asked.destroy();
    await sleep(100);
    expect((await begin()).status).toBe(503);
    let after = await children();
    const gone = (): number[] => before.filter((pid) => !after.includes(pid));
    try {
      while ((await begin()).status === 503) await sleep(100);
      // All that went for it have gone by then, and none has where the turn was free before.
      const latest = Date.now() + 20_000;
      do {
        await sleep(1_000);
        after = await children();
      } while (gone().length === 0 && Date.now() < latest);
      expect(gone().length).toBe(1);
    } finally {
      for (const pid of before) if (after.includes(pid)) process.kill(pid, 'SIGCONT');
    }
    expect((await begin()).status).toBe(201);
  });

  it('end by themselves where the server notices it', async () => {
    const target = await place('a');
    const before = await children();
    const { port, pathname } = new URL(url);
    const headers = { ...diff, authorization: 'Basic YW5uOng=' };
    const asked = request({ port, host: '127.0.0.1', method: 'PUT', path: pathname + target, headers });
    asked.on('error', () => undefined).write(bomb(4));
    await sleep(300);
    asked.destroy();
    while ((await begin()).status !== 201) await sleep(50);
    expect(await children()).toEqual(expect.arrayContaining(before));
  });

  it('are refused where they unpack to more than a commit may, over all of its files', async () => {
    const target = await place('a');
    const put = (name: string, windows: number) =>
      world.raw('ann', 'PUT', url, target.replace(/a$/, name), { ...diff, body: bomb(windows) });
    expect((await put('a', 50)).status).toBe(201);
    const refused = await put('b', 50);
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('more, unpacked')]);
    const broken = await world.raw('ann', 'PUT', url, await place('d'), { ...diff, body: 'no svndiff' });
    expect(broken.status).toBe(400);
    // Its window is to have 10 bytes of new data, of which there are none.
    const senseless = Buffer.from([...Buffer.from('SVN\0'), 0, 0, 10, 1, 0, 0x8a]);
    const odd = await world.raw('ann', 'PUT', url, await place('e'), { ...diff, body: senseless });
    const wrong = { ...diff, 'x-svn-result-fulltext-md5': 'f'.repeat(32), body: bomb(1) };
    expect((await world.raw('ann', 'PUT', url, await place('f'), wrong)).status).toBe(400);
    expect([odd.status, odd.text]).toEqual([400, expect.stringMatching(/errcode="185003"/)]);
  });

  it('and a stock client shows why', async () => {
    const file = join(world.root, 'zeros');
    const commit = async (bytes: number) => {
      await writeFile(file, Buffer.alloc(bytes));
      return world.as('ann', ['-m', 'm', '-U', url, 'put', file, 'trunk/z'], undefined, 'svnmucc');
    };
    expect((await commit(7 << 20)).code).toBe(0);
    const refused = await commit(9 << 20);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('more, unpacked')]);
  });
});
