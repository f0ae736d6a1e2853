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
    return { lease: headers[leaseHeader], newest: headers['svn-youngest-rev'] };
  };
  const commit = (): Promise<unknown> =>
    world.as('developer', ['-m', 'm', '-U', url, 'mkdir', 'd'], undefined, 'svnmucc');

  it('are those to the same short question, and no logs', async () => {
    expect(await ask()).toEqual({ lease: '10 1', newest: '1' });
    const report = () => world.raw('ann', 'REPORT', url, '/!svn/rvr/1', { body: log });
    await report();
    const again = await report();
    expect([again.status, again.headers[leaseHeader]]).toEqual([200, undefined]);
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
    expect(told).toEqual([undefined]);
    // Counted from before the question, as gateways do.
    expect(decided - given).toBeGreaterThanOrEqual(10);
    expect((await ask()).newest).toBe('2');
  });
});
