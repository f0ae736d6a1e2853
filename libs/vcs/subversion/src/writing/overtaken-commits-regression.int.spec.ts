import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// The byte process was killed after a client's commit and before that was told. Before the service looked, a branch was
// made by the next revision: HEAD was not where the commit was to bring it, and no event told of it.
describeSubversion('a commit of which nobody knows what became', () => {
  const world = SubversionWorld.ofSuite();
  const actor = { id: 'ada', name: 'Ada', email: 'ada@example.org' };
  const reading = () => ({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });

  it('has happened where it is a revision that the API has not made, whatever came after it', async () => {
    const { directory } = await world.repository();
    const repository = world.kind.open(directory);
    const [committed] = await world.commit(directory, 'HEAD', 1);
    const wanted = { id: 'näxt=a&b', commit: committed, actor };
    const { commit: made } = await repository.branches.create(wanted, reading());
    const ref = repository.branches.refOf(wanted.id);
    const next = String(Number(made) + 1);
    const changes: [ref: string, commit: string | undefined, happened: boolean][] = [
      ['HEAD', committed, true],
      ['HEAD', made, false],
      ['HEAD', next, false],
      [ref, made, true],
      [ref, committed, false],
      [ref, next, false],
      [ref, undefined, false],
      [repository.branches.refOf('none'), undefined, true],
      // The layout.
      ['HEAD', '1', false],
    ];
    const asked = changes.map(([name, commit]) => ({ ref: name, ...(commit && { new: commit }) }));
    expect(await repository.happened(asked)).toEqual(changes.map(([, , happened]) => happened));
    await repository.branches.delete({ id: wanted.id, actor }, reading());
    expect(await repository.happened([{ ref }, { ref: 'HEAD', new: next }])).toEqual([true, false]);
  });
});
