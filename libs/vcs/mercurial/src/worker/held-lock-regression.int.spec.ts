import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Lines of which each second one is there some two hundred times, and no two stand together twice. */
const lines = (own: string): string =>
  Array.from({ length: 30_000 }, (_, at) => `${own}${at}\nc${(at * 7919) % 720}\n`).join('');

// Mercurial compares lines by C that keeps Python's lock: for two files of equal lines some minutes, in which no thread
// of the process ran that serves all repositories.
describeMercurial('the comparison of two files of many equal lines', () => {
  const world = sharedWorld();

  it('holds up no other reader', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'one', lines('u'));
    // By another name: else the client would compare them, too.
    await world.must(work, 'move', 'one', 'two');
    const head = await world.commit(work, 'two', lines('v'));
    await world.must(work, 'push', '-q', url);
    const other = world.kind.open((await world.repository()).directory);
    const { diff, blame } = world.kind.open(directory);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const whole = { backwards: false, offset: 0, limit: 10 };
    let isOver = false;
    const asked = Promise.all([
      diff?.changes({ ...whole, base, head }, reading),
      blame?.lines({ ...whole, commit: head, path: 'two' }, reading),
    ]).finally(() => (isOver = true));
    let slowest = 0;
    while (!isOver) {
      const began = performance.now();
      await other.log.find('tip', reading).catch(() => undefined);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [changes, origins] = await asked;
    expect(slowest).toBeLessThan(5000);
    expect(changes?.results).toMatchObject([{ path: 'two', oldPath: 'one', additions: 60_000 }]);
    expect(origins?.results[0]).toMatchObject({ line: 1, origin: { commit: head } });
  });
});
