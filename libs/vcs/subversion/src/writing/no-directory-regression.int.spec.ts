import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Where a commit had made a file of the name `branches`, each branch that was asked for was answered with the advice to
// try again: making the directory failed, for ever.
describeSubversion('a repository in which `branches` is a file', () => {
  const world = SubversionWorld.ofSuite();

  it('has no room for a branch, and says so', async () => {
    const { directory } = await world.repository();
    const url = `file://${directory}`;
    await world.must('svnmucc', ['-m', 'm', '-U', url, 'put', '/etc/hostname', 'branches']);
    const reading = { owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 };
    const asked = { id: 'next', commit: '1', actor: { name: 'A U Thor', email: 'author@example.org' } };
    const make = () => world.kind.open(directory).branches?.create(asked, reading);
    await expect(make()).rejects.toMatchObject({ code: 'name_collides' });
    await world.must('svnmucc', ['-m', 'm', '-U', url, 'rm', 'branches']);
    expect(await make()).toEqual({ id: 'next', commit: '4' });
  });
});
