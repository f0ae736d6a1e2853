import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

// Mercurial takes bytes that are no UTF-8 for Latin-1: `gr\xf6\xdfe` is `größe` to whoever looks, and another tag when
// heads are put together. What heads say was judged by what is seen, so a developer moved the tag of a master: the API
// and clones had it at his changeset, and nobody else could push any more.
describeMercurial('a tag in bytes that are no UTF-8', () => {
  const world = sharedWorld();
  const { push, tags, saying: sayingBytes } = writtenTags(world);

  const name = 'größe';
  type Line = [node: string, encoding: 'utf8' | 'latin1', name?: string];
  const saying = async (work: string, ...lines: Line[]): Promise<void> => {
    const bytes = lines.map(([node, encoding, of = name]) => Buffer.from(`${node} ${of}\n`, encoding));
    await sayingBytes(work, Buffer.concat(bytes));
  };
  const begun = async (encoding: Line[1]) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    await saying(work, [one, encoding]);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'branch', 'topic');
    const two = await world.commit(work, 'one', 'y');
    return { url, directory, work, one, two };
  };

  it.each([
    ['one that there is', name],
    ['one that there is not', 'höhe'],
  ])('is not pushed: %s', async (_, said) => {
    const { url, directory, work, one } = await begun('utf8');
    await saying(work, [one, 'latin1', said], [one, 'utf8']);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain(`${said}: .hgtags has this tag in another encoding than UTF-8`);
    expect(await tags(directory)).toEqual([`${one} ${name}`]);
  });

  it('is told without what a terminal would take for its own', async () => {
    const { url, work, one } = await begun('utf8');
    await saying(work, [one, 'latin1', 'h\u001b[31m\u00f6'], [one, 'utf8']);
    expect((await push(work, url)).output).toContain('h\ufffd[31m\u00f6: .hgtags has this tag');
  });

  // Of `v1°` the one in UTF-8 is seen, of `größe` the other one.
  it.each([name, 'v1°'])('is not moved where it came first beside the other name: %s', async (said) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const [one, two] = [await world.commit(work, 'one', 'x'), await world.commit(work, 'one', 'y')];
    await saying(work, [one, 'latin1', said], [one, 'utf8', said]);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'branch', 'topic');
    await saying(work, [two, 'latin1', said], [one, 'utf8', said]);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain(
      `${said}: .hgtags has this tag in another encoding than UTF-8, or in two`,
    );
    expect(await tags(directory)).toEqual([`${one} ${said}`]);
  });

  // Whoever cloned it saw the other one, until Mercurial had remembered both.
  it('gets none beside it whose name is seen as the same', async () => {
    const { url, directory, work, one, two } = await begun('latin1');
    await saying(work, [one, 'latin1'], [two, 'utf8']);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain(
      `${name}: .hgtags has this tag in another encoding than UTF-8, or in two`,
    );
    expect(await tags(directory)).toEqual([`${one} ${name}`]);
  });

  it('is written anew by whoever may move it', async () => {
    const { url, directory, work, one } = await begun('latin1');
    await saying(work, [one, 'utf8']);
    await world.must(work, 'update', '-q', 'default');
    await saying(work, [one, 'utf8']);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${one} ${name}`]);
  });

  it('is taken along where it came first', async () => {
    const { url, directory, work, one, two } = await begun('latin1');
    await saying(work, [one, 'latin1'], [two, 'utf8', 'other']);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${one} ${name}`, `${two} other`]);
  });
});
