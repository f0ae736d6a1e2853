import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

describeMercurial('what changed in files that are no UTF-8', () => {
  const world = sharedWorld();

  it('has no more bytes as text than it may: each that is none becomes three', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const line = Buffer.from(`${'\xfc'.repeat(59)}\n`, 'latin1');
    await world.commit(work, 'a', Buffer.concat(Array.from({ length: 1000 }, () => line)));
    const head = await world.commit(work, 'b', 'x\n');
    await world.must(work, 'push', '-q', url);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const query = { backwards: false, offset: 0, limit: 10, head };
    const changes = await world.kind.open(directory).diff?.changes(query, reading);
    expect(changes?.results).toMatchObject([{ path: 'a', additions: 1000, cut: true }, { path: 'b' }]);
    const size = Buffer.byteLength(changes?.results[0].diff ?? '');
    expect(size).toBeLessThanOrEqual(64 << 10);
    expect(size).toBeGreaterThan((64 << 10) - 200);
  });
});
