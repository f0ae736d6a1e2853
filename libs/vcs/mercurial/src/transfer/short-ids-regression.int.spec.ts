import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

// Mercurial passes over a line of .hgtags with a short id, as somebody has written it by hand. Where one had come
// first, pushes of whoever it was failed without a word once there were two heads.
describeMercurial('a short id in .hgtags', () => {
  const world = sharedWorld();
  const { push, saying, tags } = writtenTags(world);

  it('is no tag where it came first, and keeps nobody from pushing', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    const line = `${one.slice(0, 12)} v0\n`;
    await saying(work, line);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'branch', 'topic');
    await saying(work, `${line}${one} v1.0\n`);
    await world.must(work, 'update', '-q', 'default');
    for (const text of ['y', 'z']) {
      await world.commit(work, 'one', text);
      expect(await push(work, url)).toMatchObject({ code: 0 });
    }
    expect(await tags(directory)).toEqual([`${one} v1.0`]);
  });

  it('is refused in a push that brings it', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await saying(work, `${one.slice(0, 12)} v0\n`);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain('v0: .hgtags says that this tag is at a changeset that is not here');
    expect(await tags(directory)).toEqual([]);
  });
});
