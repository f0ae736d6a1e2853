import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

// What a push was let have of the disk when its client had left was held for ever.
describe('a push whose client leaves while it is decided', () => {
  const world = GitWorld.ofSuite();

  it('keeps no room of the disk', async () => {
    const { url, directory, tip } = await world.seeded(1);
    // Of so many the objects are looked at before the decision, not beside it.
    const list = Array.from({ length: 101 }, (_, at) =>
      pkt(`${zero} ${tip} refs/heads/b${at}${at === 0 ? '\0 report-status' : ''}`),
    );
    // A pack of no objects.
    const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
    const body = Buffer.concat([Buffer.from(`${list.join('')}0000`), pack]);
    const leaving = new AbortController();
    const hold = jest.spyOn(world.disk, 'hold');
    let decided: () => void = () => undefined;
    const deciding = new Promise<void>((resolve) => (decided = resolve));
    let asked = false;
    world.instead = async () => {
      asked = true;
      await deciding;
      return { accepted: true };
    };
    const before = world.reports.length;
    const answered = fetch(`${url}/git-receive-pack`, {
      method: 'POST',
      body: new Uint8Array(body),
      signal: leaving.signal,
    }).catch(() => undefined);
    while (!asked) await sleep(10);
    leaving.abort();
    await answered;
    const running = async () =>
      (await world.processes()).some((line) => line.includes('receive-pack') && line.includes(directory));
    while (await running()) await sleep(20);
    decided();
    while (world.reports.length === before) await sleep(10);
    expect([hold.mock.calls.length, world.holding]).toEqual([1, 0]);
    hold.mockRestore();
    expect(world.reports.at(-1)).toMatchObject({ accepted: false, changed: false });
    expect(Object.keys(await world.branchesOf(directory))).toEqual(['main']);
  });
});
