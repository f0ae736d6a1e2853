import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { youngestIn } from '../process/youngest.js';
import { opening, SessionDoor } from '../session/session-door.fixture.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
const merging = (address: string) =>
  `<D:merge xmlns:D="DAV:"><D:source><D:href>${address}</D:href></D:source></D:merge>`;

// A developer sent changes of his transaction at the same time, or over HTTP beside his own commit over SSH. The file
// system of Subversion knows one writer of a transaction: the revision was damaged for everybody, and for ever.
describeSubversion('a transaction with several writers', () => {
  const world = SubversionWorld.ofSuite({ commits: 3_000 });
  let door: SessionDoor | undefined;
  const open: ClientRequest[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.destroy();
    door?.close();
  });

  const begun = async (url: string) =>
    String((await world.raw('ann', 'POST', url, '/!svn/me', skel)).headers['svn-txn-name']);
  const change = async (url: string, method: string, below: string, body?: string) =>
    (await world.raw('ann', method, url, below, { body })).status;
  const merged = async (url: string, below: string) =>
    change(url, 'MERGE', '', merging(new URL(url).pathname + below));
  /** Of names below directories, which are several names of the same one. */
  const storm = async (url: string, directories: readonly string[]): Promise<number[]> => {
    const one = async (directory: string, client: number): Promise<number[]> => {
      const all: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const path = `${directory}/n${client}-${at}`;
        all.push(
          await ((at + client) % 2 ? change(url, 'MKCOL', path) : change(url, 'PUT', path, 'x'.repeat(500))),
        );
      }
      return all;
    };
    return (await Promise.all([...directories, ...directories, ...directories].map(one))).flat();
  };
  const isWhole = async (directory: string) =>
    (await world.svn('svnadmin', ['verify', '-q', directory])).stderr;
  /** A file that is being sent, and does not end by itself. */
  const slow = async (url: string, directory: string, name: string) => {
    const { port, pathname } = new URL(url);
    const authorization = `Basic ${Buffer.from('ann:x').toString('base64')}`;
    const path = `${pathname}/!svn/txr/${name}/trunk/slow`;
    const sent = request({ port, path, method: 'PUT', agent: false, headers: { authorization } });
    open.push(sent);
    const status = new Promise((resolve) =>
      sent.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', resolve),
    );
    sent.write(randomBytes(1 << 20));
    const written = join(directory, 'db/txn-protorevs', `${name}.rev`);
    while ((await stat(written)).size < 1_000) await sleep(20);
    return { sent, status };
  };

  it('takes all changes that are sent at once, one after the other, and makes a whole revision', async () => {
    const { url, directory } = await world.repository();
    for (let round = 0; round < 3; round += 1) {
      const name = await begun(url);
      const place = `/!svn/txr/${name}/trunk/d${round}`;
      expect(await change(url, 'MKCOL', place)).toBe(201);
      expect(await storm(url, [place, place])).toEqual(Array(36).fill(201));
      expect(await merged(url, `/!svn/txn/${name}`)).toBe(200);
      expect(await isWhole(directory)).toBe('');
    }
    const { stdout } = await world.as('ann', ['ls', '-R', `${url}/trunk`]);
    expect(stdout.trim().split('\n').length).toBe(3 * 37);
  });

  it('does so too where it is called by the name of an activity', async () => {
    const { url, directory } = await world.repository();
    expect(await change(url, 'MKACTIVITY', '/!svn/act/made-up')).toBe(201);
    const [{ length, [length - 1]: transaction }] = [await readdir(join(directory, 'db/transactions'))];
    const name = transaction.replace(/\.txn$/, '');
    expect(await change(url, 'MKCOL', `/!svn/txr/${name}/trunk/d`)).toBe(201);
    const places = [`/!svn/txr/${name}/trunk/d`, '/!svn/wrk/made-up/trunk/d'];
    expect(await storm(url, places)).toEqual(Array(36).fill(201));
    expect(await merged(url, '/!svn/act/made-up')).toBe(200);
    expect(await isWhole(directory)).toBe('');
  });

  it('takes a change when the one before has ended, also where its client has hung up', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    const { sent, status } = await slow(url, directory, name);
    expect(await change(url, 'PUT', `/!svn/txr/${name}/trunk/b`, 'b')).toBe(409);
    const waiting = change(url, 'PUT', `/!svn/txr/${name}/trunk/b`, 'b');
    await sleep(200);
    sent.end();
    expect([await status, await waiting]).toEqual([201, 201]);
    const again = await slow(url, directory, name);
    const next = change(url, 'MKCOL', `/!svn/txr/${name}/trunk/c`);
    await sleep(200);
    again.sent.destroy();
    expect(await next).toBe(201);
    expect(await merged(url, `/!svn/txn/${name}`)).toBe(200);
    expect(await isWhole(directory)).toBe('');
  });

  it('is changed and committed over HTTP by nobody where it is of a commit over SSH', async () => {
    const { url, directory } = await world.repository();
    door = await SessionDoor.of(world.engine, directory, 'serve');
    const { port } = door;
    const talk = request({ port, method: 'POST', agent: false });
    open.push(talk);
    const over = new Promise((resolve) =>
      talk.once('response', (answer) => answer.resume().once('close', resolve)).once('error', resolve),
    );
    talk.write(opening);
    talk.write('( EXTERNAL ( 0: ) ) ( commit ( 4:fine ( ) false ) ) ( open-root ( ( ) 2:c0 ) ) ');
    talk.write('( add-dir ( 3:new 2:c0 2:c1 ( ) ) ) ');
    const transactions = join(directory, 'db/transactions');
    const isBegun = async (): Promise<string | undefined> => {
      const [name] = await readdir(transactions);
      if (name === undefined) return undefined;
      const files = await readdir(join(transactions, name));
      return files.some((file) => /^node\._/.test(file)) ? name.replace(/\.txn$/, '') : undefined;
    };
    let name: string | undefined;
    while ((name = await isBegun()) === undefined) await sleep(20);
    const body =
      '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/">' +
      '<D:set><D:prop><S:log>other</S:log></D:prop></D:set></D:propertyupdate>';
    expect([
      await change(url, 'MKCOL', `/!svn/txr/${name}/late`),
      await change(url, 'PUT', `/!svn/txr/${name}/file`, 'late'),
      await change(url, 'PROPPATCH', `/!svn/txn/${name}`, body),
      await change(url, 'DELETE', `/!svn/txn/${name}`),
      await merged(url, `/!svn/txn/${name}`),
    ]).toEqual([409, 409, 409, 409, 409]);
    expect(await youngestIn(directory)).toBe(1);
    talk.end('( close-dir ( 2:c1 ) ) ( close-dir ( 2:c0 ) ) ( close-edit ( ) ) ');
    await over;
    expect(await youngestIn(directory)).toBe(2);
    expect(await isWhole(directory)).toBe('');
  });
});
