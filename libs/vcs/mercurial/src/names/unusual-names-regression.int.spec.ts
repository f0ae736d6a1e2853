import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// Pushes and imports refused what Python does not print: joined emoji, soft hyphens, blanks other than the common one.
describeMercurial('a name with unusual characters', () => {
  const world = new MercurialWorld({ networks: ['127.0.0.0/8'] });
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  const names = [
    'release\u00a01',
    '👩\u200d💻',
    '東京\u3000版',
    'a\u00adb',
    '\u2028a\u2028b',
    'a\u0085b',
    '\ufeffa',
    'a\u3000',
    'é',
  ];
  const isTaken = (name: string): boolean => world.kind.branchNameProblem(name) === undefined;

  it('is taken in a push where the API takes it', async () => {
    const { url } = await world.repository();
    for (const name of names) {
      const work = await world.work();
      await world.must(work, 'branch', '-q', name);
      await world.commit(work, 'a', name);
      const { code, output } = await world.hg(work, 'push', '-f', '--new-branch', url);
      expect([name, code, output.includes('not a valid name')]).toEqual([
        ...[name, isTaken(name) ? 0 : 255, !isTaken(name)],
      ]);
    }
  });

  it('is no hindrance to an import', async () => {
    const [source, target] = [await world.repository(), await world.repository()];
    await world.grow(source.directory, 'default', 1);
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 };
    const actor = { name: 'Ann', email: 'ann@example.org' };
    const made = names.filter(isTaken);
    const { branches } = world.kind.open(source.directory);
    const commit = (await branches.find('default', reading)) ?? '';
    for (const id of made) await branches.create({ id, commit, actor }, reading);
    const work = { signal: new AbortController().signal, tell: () => undefined, principal: 'admin' };
    const { remotes } = world.kind.open(target.directory);
    const incoming = await remotes.fetch({ url: source.url }, { ...work, metered: true });
    const brought = incoming.updates.map(({ sort, name }) => `${sort} ${name}`);
    await incoming.discard();
    expect(brought.sort()).toEqual(['default', ...made].map((name) => `branch ${name}`).sort());
  });
});
