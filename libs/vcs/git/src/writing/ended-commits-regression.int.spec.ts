import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const person = { name: 'A U Thor', email: 'author@example.org' };

describe('commits that are being prepared when the engine ends', () => {
  let world: GitWorld;
  beforeEach(async () => (world = await GitWorld.start()));
  afterEach(() => world.stop());

  // One that was ready after that was held for 20 s, for somebody to publish it who could not come any more.
  it.each([0, 10, 30])(
    'keep it from ending no longer than they take (%d ms after their begin)',
    async (after) => {
      const { directory } = await world.repository();
      const { commits } = world.kind.open(directory);
      const all = ['a', 'b', 'c', 'd'].map((path) => {
        const modified = [{ path, content: path.repeat(4_000), encoding: 'utf-8' as const }];
        const draft = { modified, deleted: [], message: 'm', author: person, committer: person };
        return commits.prepare(draft, reading()).then(
          () => 'prepared',
          (error: { code?: string }) => error.code,
        );
      });
      await sleep(after);
      const began = performance.now();
      await world.engine.stop();
      expect(performance.now() - began).toBeLessThan(10_000);
      for (const outcome of await Promise.all(all)) expect(['prepared', 'unavailable']).toContain(outcome);
    },
  );
});
