import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld, type RawAnswer } from '../subversion-world.fixture.js';

describeSubversion('answers that are remembered', () => {
  const world = SubversionWorld.ofSuite({
    ...{ reads: { total: 1, perRepository: 1 }, queue: 300, remembered: 120_000 },
  });
  const question = '<?xml version="1.0"?><D:options xmlns:D="DAV:"><D:activity-collection-set/></D:options>';
  const ask = (url: string, body = question): Promise<RawAnswer> =>
    world.raw('ann', 'OPTIONS', url, '', { body });

  /** A question of which not all comes: its beginning is sent, its end by what is answered, with the status. */
  const halfAsked = (url: string): (() => Promise<number | undefined>) => {
    const { port, pathname } = new URL(url);
    const headers = {
      ...{ authorization: 'Basic YW5uOng=', 'content-type': 'text/xml' },
      'content-length': Buffer.byteLength(question),
    };
    const asked = request({ host: '127.0.0.1', port, method: 'OPTIONS', path: pathname, headers });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      asked.once('error', reject).once('response', (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
    });
    asked.write(question.slice(0, 10));
    return () => {
      asked.end(question.slice(10));
      return answered;
    };
  };

  it('need no turn where all of the question is there', async () => {
    const { url } = await world.repository();
    // Before that its newest revision is looked up each time.
    await sleep(1_100);
    const first = await ask(url);
    expect([first.status, first.headers['svn-youngest-rev']]).toEqual([200, '1']);
    const end = halfAsked(url);
    // Each is another question: one that came before the half one would be remembered.
    let asked = 0;
    const other = (): Promise<RawAnswer> => ask(url, question.replace('?>', `?>${' '.repeat((asked += 1))}`));
    try {
      while ((await other()).status !== 503) await sleep(20);
      const again = await ask(url);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect((await other()).status).toBe(503);
    } finally {
      expect(await end()).toBe(200);
    }
    expect(await other()).toMatchObject({ status: 200, text: first.text });
  });

  it('are none of longer questions, which are answered all the same', async () => {
    const { url } = await world.repository();
    const { text } = await ask(url);
    const long = question.replace('?>', `?>${' '.repeat(20_000)}`);
    for (const answer of [await ask(url, long), await ask(url, long)])
      expect([answer.status, answer.text]).toEqual([200, text]);
  });
});
