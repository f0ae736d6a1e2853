import { jest } from '@jest/globals';
import { LocalEngine } from '@holdfast/vcs-spi/engine';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

describeSubversion('what the server can do, and which revision is the newest', () => {
  const world = SubversionWorld.ofSuite({ trusted: 0 });
  const body = '<?xml version="1.0"?><D:options xmlns:D="DAV:"><D:activity-collection-set/></D:options>';
  let relayed: jest.Spied<LocalEngine['relay']>;
  beforeEach(() => (relayed = jest.spyOn(LocalEngine.prototype, 'relay')));
  afterEach(() => {
    world.looks = Infinity;
    jest.restoreAllMocks();
  });

  /** The answer without what each answer has of its own, and whether the server was asked. */
  const asked = async (url: string, below = '', more: Record<string, string> = { body }) => {
    const before = relayed.mock.calls.length;
    const length = String(Buffer.byteLength(more.body ?? ''));
    const sent = { 'content-length': length, ...more };
    const { status, headers, text } = await world.raw('ann', 'OPTIONS', url, below, sent);
    return {
      answer: { status, head: { ...headers, date: undefined }, text },
      fresh: relayed.mock.calls.length > before,
    };
  };

  it('is told out of memory as the server tells it, until there is another revision', async () => {
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

  it('is asked for by each question, and of what is not there every time', async () => {
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

  it('is told to nobody who may not read any more', async () => {
    const { url } = await world.repository();
    await asked(url);
    world.looks = 0;
    expect((await asked(url)).answer.status).toBe(404);
  });
});
