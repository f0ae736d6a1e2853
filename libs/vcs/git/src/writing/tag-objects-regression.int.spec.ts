import { GitWorld } from '../git-world.fixture.js';

// `git mktag` read the commit as well: where that is slow to read, each tag of a developer kept a program and its
// memory for a minute, whoever waited for it.
describe('the object of a tag', () => {
  const world = GitWorld.ofSuite();

  it('is written without a look at what the tag is for', async () => {
    const { directory } = await world.seeded();
    const commit = '1'.repeat(40);
    const text = `object ${commit}\ntype commit\ntag v1\ntagger A <a@example.org> 1700000000 +0000\n\nFirst\n`;
    const id = await world.engine.writeTag({ directory, text });
    expect(await world.must(['cat-file', 'tag', id], { cwd: directory })).toBe(text.trimEnd());
  });

  it('is refused where it is none', async () => {
    const { directory } = await world.seeded();
    await expect(world.engine.writeTag({ directory, text: 'no tag' })).rejects.toMatchObject({
      code: 'not_a_commit',
    });
  });
});
