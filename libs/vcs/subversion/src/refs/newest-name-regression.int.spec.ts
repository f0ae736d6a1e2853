import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const reading = () => ({ owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 });

// Subversion itself. Everybody who read at HEAD, which is the default, got what a developer had put there, for good.
describeSubversion('directories that are called as the newest revision', () => {
  const world = SubversionWorld.ofSuite();

  it.each(['branches', 'tags'])('are none of the %s, and do not stand before it', async (place) => {
    const { directory } = await world.repository();
    const repository = world.kind.open(directory);
    const { branches, tags, log } = repository;
    if (!branches || !tags || !log) throw new Error('a kind without branches, tags or commits');
    const url = `file://${directory}`;
    const made = ['cp', 'HEAD', 'trunk', `${place}/HEAD`];
    await world.must('svnmucc', ['-m', 'a copy', '-U', url, ...made]);
    await world.must('svnmucc', ['-m', 'a file', '-U', url, 'put', '/dev/null', 'trunk/a.txt']);
    const newest = await repository.newest?.();
    expect(await log.find('HEAD', reading())).toBe(newest);
    expect((await branches.snapshot()).names).toEqual(['trunk']);
    expect((await tags.snapshot()).names).toEqual([]);
    expect([await branches.find('HEAD'), await tags.find('HEAD')]).toEqual([undefined, undefined]);
  });
});
