import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { youngestIn } from '../process/youngest.js';
import { opening, SessionDoor } from '../session/session-door.fixture.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
const saying = (name: string, text: string) =>
  '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/" ' +
  'xmlns:C="http://subversion.tigris.org/xmlns/custom/">' +
  `<D:set><D:prop><${name}>${text}</${name}></D:prop></D:set></D:propertyupdate>`;
const piece = randomBytes(1 << 20);

// Between the look at a transaction and its revision, its developer set what was looked for: an unreadable message,
// which took the log from everybody, or our own mark.
describeSubversion('a transaction that is being committed', () => {
  const world = SubversionWorld.ofSuite({ commits: 1_000 });
  let door: SessionDoor | undefined;
  afterEach(() => {
    world.instead = undefined;
    door?.close();
  });

  const begun = async (url: string) =>
    String((await world.raw('ann', 'POST', url, '/!svn/me', skel)).headers['svn-txn-name']);
  const merged = (url: string, below: string) => {
    const source = `<D:source><D:href>${new URL(url).pathname}${below}</D:href></D:source>`;
    return world.raw('ann', 'MERGE', url, '', { body: `<D:merge xmlns:D="DAV:">${source}</D:merge>` });
  };
  /** While it is decided about the next commit; answers what became of them. */
  const changesMeanwhile = (url: string, directory: string, activity?: string): Promise<number[]> =>
    new Promise((resolve) => {
      world.instead = async () => {
        const [name] = await readdir(join(directory, 'db/transactions'));
        const txn = name.replace(/\.txn$/, '');
        const asks: [method: string, below: string, body?: string][] = [
          ['PROPPATCH', `/!svn/txn/${txn}`, saying('C:holdfast:ref', 'refs/heads/x')],
          ['PROPPATCH', `/!svn/tx%6e/${txn}`, saying('S:log', 'other')],
          ['MKCOL', `/!svn/txr/${txn}/late`],
          ['PUT', `/!svn/txr/${txn}/file`, 'late'],
          ['DELETE', `/!svn/txn/${txn}`],
          ...(activity === undefined
            ? []
            : ([['PROPPATCH', `/!svn/wbl/${activity}/1`, saying('S:log', 'other')]] as [
                string,
                string,
                string,
              ][])),
        ];
        const all: number[] = [];
        for (const [method, below, body] of asks)
          all.push((await world.raw('ann', method, url, below, { body })).status);
        resolve(all);
        return { accepted: true };
      };
    });
  const logOf = async (url: string) =>
    (await world.as('ann', ['log', '-v', '-r', 'HEAD', '--with-all-revprops', '--xml', url])).stdout;

  it('is changed by nobody over HTTP', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    await world.raw('ann', 'PROPPATCH', url, `/!svn/txn/${name}`, { body: saying('S:log', 'fine') });
    const changes = changesMeanwhile(url, directory);
    expect((await merged(url, `/!svn/txn/${name}`)).status).toBe(200);
    expect(await changes).toEqual([409, 409, 409, 409, 409]);
    expect(await logOf(url)).toMatch(/<msg>fine<\/msg>/);
    expect(await logOf(url)).not.toMatch(/late|holdfast/);
  });

  it('nor by the name of an activity', async () => {
    const { url, directory } = await world.repository();
    await world.raw('ann', 'MKACTIVITY', url, '/!svn/act/made-up');
    const body = `<D:checkout xmlns:D="DAV:"><D:activity-set><D:href>${new URL(url).pathname}/!svn/act/made-up</D:href></D:activity-set></D:checkout>`;
    expect((await world.raw('ann', 'CHECKOUT', url, '/!svn/bln/1', { body })).status).toBe(201);
    const changes = changesMeanwhile(url, directory, 'made-up');
    expect((await merged(url, '/!svn/act/made-up')).status).toBe(200);
    expect(await changes).toEqual([409, 409, 409, 409, 409, 409]);
    expect(await logOf(url)).not.toMatch(/late|holdfast|other/);
  });

  it('can be removed when its commit has been refused', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    world.instead = () => Promise.resolve({ accepted: false, reasons: [] });
    expect((await merged(url, `/!svn/txn/${name}`)).status).toBe(403);
    expect((await world.raw('ann', 'DELETE', url, `/!svn/txn/${name}`)).status).toBe(204);
  });

  it('waits for changes that have begun, and not for ever', async () => {
    const { url, directory } = await world.repository();
    const name = await begun(url);
    const { port, pathname } = new URL(url);
    const authorization = `Basic ${Buffer.from('ann:x').toString('base64')}`;
    const path = `${pathname}/!svn/txr/${name}/trunk/slow`;
    const slow = request({ port, path, method: 'PUT', agent: false, headers: { authorization } });
    const put = new Promise((resolve, reject) =>
      slow.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject),
    );
    slow.write(piece);
    const written = join(directory, 'db/txn-protorevs', `${name}.rev`);
    while ((await stat(written)).size < 1_000) await sleep(20);
    expect((await merged(url, `/!svn/txn/${name}`)).status).toBe(503);
    expect(await youngestIn(directory)).toBe(1);
    const merge = merged(url, `/!svn/txn/${name}`);
    slow.end();
    expect(await put).toBe(201);
    expect((await merge).status).toBe(200);
    expect(await youngestIn(directory)).toBe(2);
  });

  it('is changed by nobody over SSH', async () => {
    const { url, directory } = await world.repository();
    door = await SessionDoor.of(world.engine, directory, 'serve');
    const changes = changesMeanwhile(url, directory);
    const { port } = door;
    await new Promise<void>((resolve, reject) => {
      const asked = request({ port, method: 'POST', agent: false }, (answer) => {
        answer.resume().once('close', resolve);
      });
      asked.once('error', reject).write(opening);
      asked.end(
        '( EXTERNAL ( 0: ) ) ( commit ( 4:fine ( ) false ) ) ( open-root ( ( ) 2:c0 ) ) ' +
          `( add-dir ( 3:new 2:c0 2:c1 ( ) ) ) ( close-dir ( 2:c1 ) ) ( close-dir ( 2:c0 ) ) ( close-edit ( ) ) `,
      );
    });
    expect(await changes).toEqual([409, 409, 409, 409, 409]);
    expect(await youngestIn(directory)).toBe(2);
    expect(await logOf(url)).toMatch(/<msg>fine<\/msg>/);
  });
});
