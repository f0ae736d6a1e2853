import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { leaseHeader } from '@holdfast/kernel';
import { LocalEngine } from '@holdfast/vcs-spi/engine';
import { opening, SessionDoor } from '../session/session-door.fixture.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

describeSubversion('answers that are remembered', () => {
  const world = SubversionWorld.ofSuite({ trusted: 0, remembered: 120_000 });
  const body = '<?xml version="1.0"?><D:options xmlns:D="DAV:"><D:activity-collection-set/></D:options>';
  let relayed: jest.Spied<LocalEngine['relay']>;
  beforeEach(() => (relayed = jest.spyOn(LocalEngine.prototype, 'relay')));
  afterEach(() => {
    world.looks = Infinity;
    jest.restoreAllMocks();
  });

  /** What each answer has of its own: the server may send in chunks what has a length where it is remembered. */
  const own = {
    date: undefined,
    'transfer-encoding': undefined,
    'content-length': undefined,
    [leaseHeader]: undefined,
  };

  /** The answer without that, and whether the server was asked. Where it says its length, that is so. */
  const asked = async (
    url: string,
    below = '',
    more: Record<string, string> = { body },
    method = 'OPTIONS',
  ) => {
    const before = relayed.mock.calls.length;
    const length = String(Buffer.byteLength(more.body ?? ''));
    const sent = { 'content-length': length, ...more };
    const { status, headers, text } = await world.raw('ann', method, url, below, sent);
    const bytes = String(Buffer.byteLength(text));
    expect(headers['content-length'] ?? bytes).toBe(bytes);
    return {
      answer: { status, head: { ...headers, ...own }, text },
      fresh: relayed.mock.calls.length > before,
    };
  };

  it('say what the server can do as the server tells it, until there is another revision', async () => {
    const { url, directory } = await world.repository();
    const first = await asked(url);
    expect(first).toMatchObject({ fresh: true, answer: { status: 200, head: { 'svn-youngest-rev': '1' } } });
    expect(first.answer.text).toContain('activity-collection-set');
    expect(await asked(url)).toEqual({ answer: first.answer, fresh: false });
    await world.commit(directory, 'HEAD', 1);
    const next = await asked(url);
    expect(next).toMatchObject({ fresh: true, answer: { head: { 'svn-youngest-rev': '2' } } });
    expect((await asked(url)).fresh).toBe(false);
  });

  it('are asked for by each question, and of what is not there every time', async () => {
    const { url } = await world.repository();
    const other = await world.repository();
    await asked(url);
    for (const fresh of [true, false]) {
      expect((await asked(url, '/trunk')).fresh).toBe(fresh);
      expect((await asked(url, '', {})).fresh).toBe(fresh);
      expect(
        (await asked(url, '', { body, dav: 'http://subversion.tigris.org/xmlns/dav/svn/depth' })).fresh,
      ).toBe(fresh);
      expect((await asked(other.url)).fresh).toBe(fresh);
    }
    const long = { body, 'user-agent': 'x'.repeat(5_000) };
    expect([(await asked(url, '', long)).fresh, (await asked(url, '', long)).fresh]).toEqual([true, true]);
    const wrong = { body: '<D:options' };
    const refused = await asked(url, '', wrong);
    expect(refused.answer.status).toBe(400);
    expect(await asked(url, '', wrong)).toEqual(refused);
  });

  it('are told to nobody who may not read any more', async () => {
    const { url } = await world.repository();
    await asked(url);
    world.looks = 0;
    expect((await asked(url)).answer.status).toBe(404);
  });

  const log = (url: string, newest: number, more = '') =>
    asked(
      url,
      `/!svn/rvr/${newest}`,
      {
        body:
          `<S:log-report xmlns:S="svn:"><S:start-revision>${newest}</S:start-revision>` +
          `<S:end-revision>0</S:end-revision><S:discover-changed-paths/>${more}<S:path></S:path></S:log-report>`,
      },
      'REPORT',
    );

  it('tell a log as the server tells it, until there is another revision', async () => {
    const { url, directory } = await world.repository();
    const first = await log(url, 1);
    expect(first).toMatchObject({ fresh: true, answer: { status: 200 } });
    expect(first.answer.text).toContain('<S:added-path');
    expect(await log(url, 1)).toEqual({ answer: first.answer, fresh: false });
    expect((await log(url, 1, '<S:limit>1</S:limit>')).fresh).toBe(true);
    await world.commit(directory, 'HEAD', 1);
    expect(await log(url, 1)).toEqual({ answer: first.answer, fresh: true });
    const next = await log(url, 2);
    expect(next.answer.text).toContain('<D:version-name>2</D:version-name>');
    expect(await log(url, 2)).toEqual({ answer: next.answer, fresh: false });
  });

  it('are no other reports, and no logs that are long', async () => {
    const { url } = await world.repository();
    const dated = {
      body: '<S:dated-rev-report xmlns:S="svn:" xmlns:D="DAV:"><D:creationdate>2030-01-01T00:00:00.000000Z</D:creationdate></S:dated-rev-report>',
    };
    const dates = () => asked(url, '/!svn/me', dated, 'REPORT');
    expect([(await dates()).fresh, (await dates()).fresh]).toEqual([true, true]);
    const message = join(world.root, 'message');
    await writeFile(message, 'x'.repeat(130 << 10));
    const changed = await world.as('admin', ['mkdir', '-F', message, `${url}/long`]);
    expect(changed).toMatchObject({ code: 0 });
    expect([(await log(url, 2)).fresh, (await log(url, 2)).fresh]).toEqual([true, true]);
  });

  it('tell the message of a revision that has another one, whichever way it came', async () => {
    const { url } = await world.repository();
    await log(url, 1);
    expect((await log(url, 1)).fresh).toBe(false);
    const changed = await world.as('admin', [
      ...['propset', '--revprop', '-r', '1', 'svn:log', 'said better', url],
    ]);
    expect(changed).toMatchObject({ code: 0 });
    for (const after of [await log(url, 1), await log(url, 1)]) {
      expect(after.fresh).toBe(true);
      expect(after.answer.text).toContain('said better');
    }
    const other = await world.repository();
    await log(other.url, 1);
    await talked(other.directory, 'said over SSH');
    for (const after of [await log(other.url, 1), await log(other.url, 1)])
      expect(after.answer.text).toContain('said over SSH');
  });

  /** The message of the first revision is changed over SSH. */
  const talked = async (directory: string, message: string): Promise<void> => {
    const door = await SessionDoor.of(world.engine, directory, 'serve');
    try {
      await new Promise<void>((resolve, reject) => {
        const asking = request({ port: door.port, method: 'POST', headers: { connection: 'close' } });
        asking.once('error', reject).once('response', (answer) => {
          let said = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            said += piece;
            if (!said.includes('( success ( ( ) 0: ) ) ( success ( ) )')) return;
            asking.end();
            resolve();
          });
          answer.once('end', () => reject(new Error(said)));
        });
        const change = `( change-rev-prop ( 1 7:svn:log ${message.length}:${message} ) ) `;
        asking.write(`${opening}( EXTERNAL ( 0: ) ) ${change}`);
      });
    } finally {
      await Promise.all(door.conversations);
      door.close();
    }
  };
});
