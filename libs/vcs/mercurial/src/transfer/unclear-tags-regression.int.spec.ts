import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

// What heads say of a tag is put together in each order, as long as that is little work for all tags of a push. A
// developer had tags of his own take all of it. Then what was said of a tag of masters before his push was no clearer
// than what he had made of it, and it passed: with the next commit of a master on an old branch it was elsewhere. When
// that was refused, so were the tags of all others.
describeMercurial('a tag of which it has to be tried where it is', () => {
  const world = sharedWorld();
  const { push, saying: sayingIn } = writtenTags(world);

  const begun = async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    const two = await world.commit(work, 'one', 'y');
    const says = { a: one, b: two, c: await world.commit(work, 'one', 'z') };
    /** These lines, a letter each, for each of these names. */
    const lines = (text: string, ...names: string[]): string =>
      names
        .flatMap((name) => [...text].map((letter) => `${says[letter as 'a' | 'b' | 'c']} ${name}\n`))
        .join('');
    let branch = 0;
    const saying = async (text: string): Promise<void> => {
      await world.must(work, 'update', '-q', '-C', two);
      await world.must(work, 'branch', '-q', `branch${(branch += 1)}`);
      await sayingIn(work, text);
    };
    return { url, work, lines, saying };
  };
  const contested = (...names: string[]) => ({
    code: 255,
    output: expect.stringMatching(
      names.map((name) => `${name}: the .hgtags of some head says otherwise`).join('[^]*'),
    ) as string,
  });
  const refused = contested('v1.0');

  it('is not made by a push', async () => {
    const { url, work, lines, saying } = await begun();
    await saying(lines('a', 'v1.0'));
    expect(await push(work, url)).toMatchObject({ code: 0 });
    for (const text of ['aabba', 'aabb', 'aab']) await saying(lines(text, 'own0', 'own1') + lines('a', text));
    expect(await push(work, url)).toMatchObject(contested('own0', 'own1'));
  });

  // Half of what a tag went through.
  it('is not made of one that was moved and moved back', async () => {
    const { url, work, lines, saying } = await begun();
    for (const text of ['aab', 'aabba']) await saying(lines(text, 'v1.0'));
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await saying(lines('aabb', 'v1.0'));
    expect(await push(work, url)).toMatchObject(refused);
    await saying(lines('aab', 'v1.0') + lines('a', 'v1.1'));
    expect(await push(work, url)).toMatchObject(refused);
    await world.must(work, 'strip', '-q', '-r', 'branch3', '--config', 'extensions.strip=');
    await saying(lines('aab', 'v1.0') + lines('a', 'v1.1'));
    expect(await push(work, url)).toMatchObject({ code: 0 });
  });

  // Of six heads the orders were not tried, and the tag counted as elsewhere before.
  it('is refused in a history that came with more heads', async () => {
    const { url, work, saying, lines } = await begun();
    const heads = ['a', 'a', 'aab', 'aab', 'aabbccb', 'aabbccbbc'];
    for (const [at, text] of heads.entries()) await saying(lines(text, 'v1.0') + lines('a', `own${at}`));
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await saying(lines('aabb', 'v1.0'));
    expect(await push(work, url)).toMatchObject(refused);
  });
});
