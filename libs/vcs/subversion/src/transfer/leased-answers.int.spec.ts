import { setTimeout as sleep } from 'node:timers/promises';
import { leaseHeader } from '@holdfast/kernel';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const question = '<?xml version="1.0"?><D:options xmlns:D="DAV:"><D:activity-collection-set/></D:options>';
const log =
  '<S:log-report xmlns:S="svn:"><S:start-revision>1</S:start-revision>' +
  '<S:end-revision>1</S:end-revision><S:path></S:path></S:log-report>';

describeSubversion('answers that a gateway may give again', () => {
  const world = SubversionWorld.ofSuite({ remembered: 120_000 });
  let url: string;
  beforeEach(async () => {
    ({ url } = await world.repository());
    // Before that its newest revision is looked up each time.
    await sleep(1_100);
    await ask();
  });
  afterEach(() => (world.instead = undefined));

  const ask = async () => {
    const { status, headers } = await world.raw('ann', 'OPTIONS', url, '', { body: question });
    expect(status).toBe(200);
    const { [leaseHeader]: lease, 'svn-youngest-rev': newest, 'content-length': length } = headers;
    return { lease, newest, length: Number(length) };
  };
  const commit = (): Promise<unknown> =>
    world.as('developer', ['-m', 'm', '-U', url, 'mkdir', 'd'], undefined, 'svnmucc');

  it('are those to the same short question, and no logs', async () => {
    const { lease, newest, length } = await ask();
    expect([lease, newest]).toEqual([expect.stringMatching(/^10 [0-9a-f]{12}\.1$/), '1']);
    // Gateways keep none that are longer, or say no length.
    expect(length).toBeLessThanOrEqual(4_096);
    const report = () => world.raw('ann', 'REPORT', url, '/!svn/rvr/1', { body: log });
    await report();
    // It is remembered: only then is its length known.
    const { status, headers, text } = await report();
    expect([status, headers['content-length']]).toEqual([200, String(Buffer.byteLength(text))]);
    expect(headers).not.toHaveProperty(leaseHeader);
  });

  it('are none from before a commit is decided about until it is over', async () => {
    let [given, decided] = [0, 0];
    const told: unknown[] = [];
    world.instead = async () => {
      decided = performance.now();
      told.push((await ask()).lease);
      return { accepted: true };
    };
    const asking = (async () => {
      while (decided === 0) {
        const before = performance.now();
        if ((await ask()).lease !== undefined) given = before;
      }
    })();
    await commit();
    await asking;
    expect([told, given > 0]).toEqual([[undefined], true]);
    // Counted from before the question, as gateways do.
    expect(decided - given).toBeGreaterThanOrEqual(10);
    expect((await ask()).newest).toBe('2');
  });
});
