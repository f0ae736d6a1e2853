import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const actor = { name: 'A U Thor', email: 'author@example.org' };
const reading = () => ({ owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 });

// What makes and deletes them took their names for parts of an address: of `%72elease` the deletion took `release`.
describeSubversion('branches with percent signs in their names', () => {
  const world = SubversionWorld.ofSuite();
  const names = ['x%41y', '%72elease', 'a%0ab', 'q%2fsub', '%2e%2e', '%', 'p%zz', 'v@1', '?', '#', ' '];

  it('are those of just these names', async () => {
    const { directory } = await world.repository();
    const { branches } = world.kind.open(directory);
    if (!branches) throw new Error('a kind without branches');
    await branches.create({ id: 'release', commit: '1', actor }, reading());
    for (const id of names) await branches.create({ id, commit: '1', actor }, reading());
    expect([...(await branches.snapshot()).names].sort()).toEqual(['release', 'trunk', ...names].sort());
    for (const id of names) await branches.delete({ id, actor }, reading());
    expect([...(await branches.snapshot()).names].sort()).toEqual(['release', 'trunk']);
  });

  it('have none that no client could read, or have in a working copy', async () => {
    const { directory } = await world.repository();
    const { branches } = world.kind.open(directory);
    for (const id of ['a\ufffe', '\uffff', '.svn'])
      await expect(branches?.create({ id, commit: '1', actor }, reading())).rejects.toMatchObject({
        code: 'name_invalid',
      });
  });
});
