import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Of a long line its beginning was shown, whatever was found in it.
describeMercurial('a match in a long line', () => {
  const world = sharedWorld();

  const [before, behind] = ['x'.repeat(5_000), 'y'.repeat(5_000)];
  const accents = 'é'.repeat(5_000);
  const lines: [line: string, text: string, cut?: true][] = [
    [`${before}Needle${behind}needle`, `${before.slice(-200)}Needle${behind.slice(0, 794)}`, true],
    [`${accents}-needle-${accents}`, `${accents.slice(-99)}-needle-${accents.slice(0, 397)}`, true],
    // A letter that is two in lower case.
    [`${'\u0130'.repeat(5_000)}needle`, `${'\u0130'.repeat(100)}needle`, true],
    [`needle${behind.slice(0, 994)}\r`, `needle${behind.slice(0, 994)}`],
    [`needle${behind.slice(0, 995)}`, `needle${behind.slice(0, 994)}`, true],
    ['a needle', 'a needle'],
  ];

  it('is shown with at most 1,000 bytes around its first place, of whole characters', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const commit = await world.commit(work, 'a', lines.map(([line]) => line).join('\n'));
    await world.must(work, 'push', '-q', url);
    const reading = { owner: { company: 'acme', account: 'guest' }, deadline: Date.now() + 60_000 };
    const query = { commit, text: 'needle', contents: true, paths: false, backwards: false };
    const { search } = world.kind.open(directory);
    const { results } = await search.matches({ ...query, offset: 0, limit: 100 }, reading);
    expect(results).toEqual(
      lines.map(([, text, cut], at) => ({ path: 'a', line: at + 1, text, ...(cut ? { cut } : {}) })),
    );
  });
});
