import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { youngestIn } from '../process/youngest.js';
import { opening, SessionDoor } from '../session/session-door.fixture.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
const merging = (address: string) =>
  `<D:merge xmlns:D="DAV:"><D:source><D:href>${address}</D:href></D:source></D:merge>`;

// A change that is cut off may leave a path that the list of changes lacks. A developer made that a revision: damaged,
// with a name that is refused, and which no log told.
describeSubversion('a transaction of which a change was cut off', () => {
  const world = SubversionWorld.ofSuite({ left: 1_000, commits: 3_000 });
  let halted: number[] = [];
  const send = (signal: 'SIGCONT' | 'SIGKILL'): void => {
    for (const pid of halted.splice(0))
      try {
        process.kill(pid, signal);
      } catch {
        // The server has ended it.
      }
  };
  const goOn = (): void => send('SIGCONT');
  afterEach(goOn);

  const children = async (): Promise<number[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    const pids = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return pids.trim().split(' ').map(Number);
  };
  const ask = async (url: string, method: string, below: string, body?: string, place = world) =>
    (await place.raw('ann', method, url, below, { body })).status;
  const begun = async (url: string) =>
    String((await world.raw('ann', 'POST', url, '/!svn/me', skel)).headers['svn-txn-name']);
  const merge = (url: string, name: string, place = world) =>
    ask(url, 'MERGE', '', merging(`${new URL(url).pathname}/!svn/txn/${name}`), place);
  const expectLeft = async (url: string, directory: string, name: string): Promise<void> => {
    const before = await youngestIn(directory);
    expect([
      await ask(url, 'MKCOL', `/!svn/txr/${name}/more`),
      await ask(url, 'PUT', `/!svn/txr/${name}/file`, 'x'),
      await ask(url, 'DELETE', `/!svn/txr/${name}/trunk`),
      await merge(url, name),
      (await youngestIn(directory)) - before,
      await ask(url, 'DELETE', `/!svn/txn/${name}`),
      await readdir(join(directory, 'db/transactions')),
    ]).toEqual([409, 409, 409, 409, 0, 204, []]);
  };
  /** A file that is being sent, and does not end by itself. */
  const slow = async (url: string, directory: string, name: string) => {
    const { port, pathname } = new URL(url);
    const authorization = `Basic ${Buffer.from('ann:x').toString('base64')}`;
    const path = `${pathname}/!svn/txr/${name}/trunk/slow`;
    const sent = request({ port, path, method: 'PUT', agent: false, headers: { authorization } });
    const status = new Promise((resolve) =>
      sent.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', resolve),
    );
    sent.write(randomBytes(1 << 20));
    const written = join(directory, 'db/txn-protorevs', `${name}.rev`);
    while ((await stat(written)).size < 1_000) await sleep(20);
    return { sent, status };
  };

  it('can only be removed where it is of a conversation over SSH, also by another process', async () => {
    const { url, directory } = await world.repository();
    const door = await SessionDoor.of(world.engine, directory, 'serve');
    const talk = request({ port: door.port, method: 'POST', agent: false });
    talk.once('response', (answer) => answer.resume().on('error', () => undefined));
    talk.on('error', () => undefined).write(opening);
    talk.write('( EXTERNAL ( 0: ) ) ( commit ( 4:fine ( ) false ) ) ( open-root ( ( ) 2:c0 ) ) ');
    talk.write('( add-dir ( 3:new 2:c0 2:c1 ( ) ) ) ');
    const transactions = join(directory, 'db/transactions');
    const isChanged = async ([name]: string[]): Promise<boolean> =>
      name !== undefined && (await readdir(join(transactions, name))).some((file) => /^node\._/.test(file));
    while (!(await isChanged(await readdir(transactions)))) await sleep(20);
    const name = (await readdir(transactions))[0].replace(/\.txn$/, '');

    // As after a kill of the process that had the conversation: the next one knows nothing of it.
    const next = new SubversionWorld({ commits: 3_000 });
    await next.start();
    const { url: other, directory: replaced } = await next.repository();
    const repositories = join(next.root, 'repositories');
    await symlink(directory, join(repositories, 'same'));
    expect(await merge(other.replace(basename(replaced), 'same'), name, next)).toBe(409);
    await next.stop();
    await next.leftovers();

    talk.destroy();
    await Promise.allSettled(door.conversations);
    door.close();
    await expectLeft(url, directory, name);
  });

  it('can only be removed where the process of the server has ended', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    expect(await ask(url, 'PUT', `/!svn/txr/${name}/trunk/before`, 'x')).toBe(201);
    const { sent, status } = await slow(url, directory, name);
    for (const pid of await children()) process.kill(pid, 'SIGKILL');
    expect(await status).not.toBe(201);
    sent.destroy();
    await expectLeft(url, directory, name);
  });

  it('can only be removed where its client has left, and the server did not', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    const { sent } = await slow(url, directory, name);
    for (const pid of (halted = await children())) process.kill(pid, 'SIGSTOP');
    sent.destroy();
    await sleep(2_000);
    goOn();
    await expectLeft(url, directory, name);
  });

  // The server removes the files of a transaction in any order: our mark may be the first.
  it('can only be removed where its removal was cut off', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    for (const pid of (halted = await children())) process.kill(pid, 'SIGSTOP');
    const status = ask(url, 'DELETE', `/!svn/txn/${name}`);
    await sleep(500);
    await unlink(join(directory, `db/transactions/${name}.txn/holdfast-being-made`));
    send('SIGKILL');
    expect(await status).toBe(503);
    await expectLeft(url, directory, name);
  });

  it('is sent no change again of which nobody knows whether it was done', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    for (const pid of (halted = await children())) process.kill(pid, 'SIGSTOP');
    const status = ask(url, 'MKCOL', `/!svn/txr/${name}/trunk/d`);
    await sleep(500);
    send('SIGKILL');
    expect(await status).toBe(503);
    await expectLeft(url, directory, name);
  });

  it('can only be removed where the server has failed in its midst', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    const node = join(directory, `db/transactions/${name}.txn/node.0.0`);
    const said = await readFile(node);
    await writeFile(node, 'damaged');
    expect(await ask(url, 'MKCOL', `/!svn/txr/${name}/trunk/d`)).toBe(500);
    await writeFile(node, said);
    await expectLeft(url, directory, name);
  });

  it('goes on where the server has answered, or ended it by itself', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    expect(await ask(url, 'MKCOL', `/!svn/txr/${name}/trunk`)).toBe(405);
    expect(await ask(url, 'MKCOL', `/!svn/txr/${name}/none/d`)).toBe(404);
    const { sent } = await slow(url, directory, name);
    sent.destroy();
    expect(await ask(url, 'PUT', `/!svn/txr/${name}/trunk/slow`, 'again')).toBe(204);
    expect(await merge(url, name)).toBe(200);
    expect((await world.svn('svnadmin', ['verify', '-q', directory])).stderr).toBe('');
  });
});
