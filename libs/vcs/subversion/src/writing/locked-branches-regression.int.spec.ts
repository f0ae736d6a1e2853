import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const actor = { name: 'A U Thor', email: 'author@example.org', id: 'ann' };
const reading = () => ({ owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 });

// The API answered as if a part of the installation was down, each time and to everybody.
describeSubversion('branches in which somebody has locked a file', () => {
  const world = SubversionWorld.ofSuite();

  it.each(['bob', 'ann'])('are not deleted, and say why, until it is unlocked (%s)', async (owner) => {
    const { directory } = await world.repository();
    const { branches } = world.kind.open(directory);
    if (!branches) throw new Error('a kind without branches');
    const url = `file://${directory}`;
    const as = ['--non-interactive', '--username', owner];
    await world.must('svnmucc', ['-u', owner, '-m', 'a file', '-U', url, 'put', '/dev/null', 'trunk/a.txt']);
    const { commit } = await branches.create({ id: 'work', commit: '2', actor }, reading());
    await world.must('svn', ['lock', ...as, `${url}/branches/work/a.txt`]);
    const deleted = () => branches.delete({ id: 'work', actor }, reading());
    await expect(deleted()).rejects.toMatchObject({ code: 'locked_inside' });
    expect((await branches.snapshot()).get('work')).toBe(commit);
    await world.must('svn', ['unlock', '--force', ...as, `${url}/branches/work/a.txt`]);
    await deleted();
    expect((await branches.snapshot()).names).toEqual(['trunk']);
  });
});
