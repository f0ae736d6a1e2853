import { GrowingProcesses } from '../growing-processes.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

const mib = 1 << 20;
const lines = 300_000;

// All matches before a page were kept until it was told, and those of a file where the last come first: one question
// took gigabytes in the process of all, of three small files.
describeMercurial('matches far behind others', () => {
  const world = new MercurialWorld();
  let directory: string;
  let commit: string;
  let resident: GrowingProcesses;
  beforeAll(async () => {
    await world.start();
    const work = await world.work();
    await world.commit(work, 'first', '\nA\n\na b\r\n');
    commit = await world.commit(work, 'many', 'a\n'.repeat(lines));
    const repository = await world.repository();
    ({ directory } = repository);
    await world.must(work, 'push', '-q', repository.url);
    await matches({ offset: 0 });
    resident = await GrowingProcesses.of(world);
  });
  beforeEach(() => resident.begin());
  afterEach(async () => expect(await resident.growth()).toBeLessThan(64 * mib));
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const matches = (more: { offset: number; backwards?: boolean }) => {
    const reading = { owner: { company: 'acme', account: 'guest' }, deadline: Date.now() + 600_000 };
    const query = { commit, text: 'a', contents: true, paths: true, backwards: false, limit: 2, ...more };
    return world.kind.open(directory).search.matches(query, reading);
  };
  const first = [
    { path: 'first', line: 2, text: 'A' },
    { path: 'first', line: 4, text: 'a b' },
  ];

  it('are told without those before them', async () => {
    const last = { path: 'many', line: lines, text: 'a' };
    expect(await matches({ offset: lines + 2 })).toEqual({ results: [last], more: false });
    expect(await matches({ offset: lines + 1 })).toEqual({
      results: [{ ...last, line: lines - 1 }, last],
      more: false,
    });
    expect(await matches({ offset: 1e12 })).toEqual({ results: [], more: false });
  });

  it('come first where the order is the other one', async () => {
    expect(await matches({ backwards: true, offset: 0 })).toEqual({
      results: [lines, lines - 1].map((line) => ({ path: 'many', line, text: 'a' })),
      more: true,
    });
    expect(await matches({ backwards: true, offset: lines })).toEqual({
      results: [...first].reverse(),
      more: true,
    });
  });

  it('are in the order of paths and lines', async () => {
    expect(await matches({ offset: 0 })).toEqual({
      results: [{ path: 'many' }, first[0]],
      more: true,
    });
    expect(await matches({ offset: 1 })).toEqual({ results: first, more: true });
  });
});
