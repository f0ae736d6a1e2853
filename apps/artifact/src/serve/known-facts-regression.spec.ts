import { KnownFacts } from './known-facts.js';

// What clients had added to indexes was kept, and not counted: some thousand of them filled the memory of the service.
describe('what is remembered of indexes', () => {
  it('has room for what clients have added, and forgets what was used longest ago', () => {
    const known = new KnownFacts();
    const changed = new Date();
    const contribution = { plugins: [] };
    for (let made = 0; made < 100; made += 1)
      known.keep(
        `key ${made}`,
        { generation: '1', facts: { versions: [], files: [], changed, contribution } },
        512 * 1024,
      );
    const state = {
      generation: '2',
      changed,
      isRendered: false,
      contributed: 0,
      added: { to: '1', version: '1' },
    };
    const kept = Array.from({ length: 100 }, (_, made) => known.in(`key ${made}`, state) !== undefined);
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(32);
    expect([kept[0], kept[99]]).toEqual([false, true]);
  });
});
