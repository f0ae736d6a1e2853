import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

// Of two heads that know nothing of each other Mercurial takes the one nearer to the tip. A developer pushed a head
// that said otherwise of v1.0 behind a newer one: no name changed, and the tag was elsewhere in clones that pulled in
// another order, and for all once a master closed that branch.
describeMercurial('a head that says otherwise of a tag', () => {
  const world = sharedWorld();
  const { beside, push, saying, tagged, tags } = writtenTags(world);

  const contested = {
    code: 255,
    output: expect.stringMatching(
      /v1\.0: (the \.hgtags of some head says otherwise|\.hgtags says less of where)/,
    ) as string,
  };

  it.each([
    ['that it is elsewhere', (_: string, evil: string) => `${evil} v1.0\n`],
    ['that it was removed', () => `${'0'.repeat(40)} v1.0\n`],
    ['that it is at what comes later', () => `${'c'.repeat(40)} v1.0\n`],
  ])('is not taken where it says %s, though another head counts', async (_, lines) => {
    const { url, directory, work, good, tip } = await tagged();
    const evil = await world.commit(work, 'one', 'evil');
    await beside(work, tip, lines(good, evil), 'topic', evil);
    expect(await push(work, url)).toMatchObject(contested);
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  it('is not taken where it leaves out what keeps an older one from counting', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const old = await beside(work, tip, `${good} v1.0\n`);
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', old, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await saying(work, `${old} v1.0\n`);
    expect(await push(work, url)).toMatchObject(contested);
    expect(await tags(directory)).toEqual([`${old} v1.0`]);
  });

  it.each([
    ['what it never was', (now: string, one: string) => `${one} v1.0\n${now} v1.0\n`],
    ['itself, more often', (now: string) => `${now} v1.0\n`.repeat(5)],
  ])('is not taken where it says that the tag was %s before', async (_, lines) => {
    const { url, work, good, tip } = await tagged();
    const old = await beside(work, tip, `${good} v1.0\n`);
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', old, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await beside(work, old, lines(old, tip), 'other');
    expect(await push(work, url)).toMatchObject(contested);
  });

  // With the next commit upon default the tag of the one head would be there: nobody could push any more.
  it('is not taken where it says of a tag that there is, and another one that there is not', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const none = '0'.repeat(40);
    await beside(work, tip, `${good} v1.0\n${good} default\n`);
    await saying(work, `${good} v1.0\n${none} default\n`);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain('default: the .hgtags of some head says otherwise');
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  it('keeps a tag from being made that it has said before, until it says so no more', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const two = await beside(work, tip, `${good} v1.0\n${'0'.repeat(40)} v2.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await saying(work, `${good} v1.0\n${two} v2.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 255 });
    await world.must(work, 'update', '-q', 'topic');
    await saying(work, `${good} v1.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${good} v1.0`, `${two} v2.0`]);
  });

  it('keeps nobody from making a tag who removes it and makes it again', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const two = await beside(work, tip, `${good} v1.0\n${good} v2.0\n${'0'.repeat(40)} v2.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await saying(work, `${good} v1.0\n${two} v2.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 255 });
    await world.must(work, 'tag', '-u', 'me', '--remove', 'v2.0');
    await world.must(work, 'tag', '-u', 'me', '-r', two, 'v2.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${good} v1.0`, `${two} v2.0`]);
  });

  it('is not taken where it says of a new tag that it is at what is not here', async () => {
    const { url, work, good, tip } = await tagged();
    await beside(work, tip, `${good} v1.0\n${'c'.repeat(40)} v2.0\n`);
    const pushed = await push(work, url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(pushed.output).toContain('v2.0: .hgtags says that this tag is at a changeset that is not here');
  });

  // Nobody could clone the branch alone, though the tag was elsewhere, or nowhere, in whole clones.
  it.each(['good', 'none'])(
    'is not taken where it has a new tag at the working directory (%s)',
    async (other) => {
      const { url, work, good, tip } = await tagged();
      const nowhere = 'f'.repeat(40);
      const at = other === 'good' ? good : '0'.repeat(40);
      await beside(work, tip, `${good} v1.0\n${nowhere} mine\n${at} mine\n`);
      await saying(work, `${good} v1.0\n${nowhere} mine\n`);
      const pushed = await push(work, url);
      expect(pushed).toMatchObject({ code: 255 });
      expect(pushed.output).toContain('mine: .hgtags says that this tag is at a changeset that is not here');
    },
  );

  // As Mercurial writes it: of what the tag was before it was removed only that it was.
  it('is taken where it removed a tag that is made again upon another branch', async () => {
    const { url, directory, work, good, tip } = await tagged();
    await beside(work, tip, `${good} v1.0\n${good} v2.0\n`);
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'update', '-q', 'topic');
    await world.must(work, 'tag', '-u', 'me', '--remove', 'v2.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await world.must(work, 'update', '-q', 'default');
    await world.must(work, 'tag', '-u', 'me', '-r', tip, 'v2.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${good} v1.0`, `${tip} v2.0`]);
  });

  it('is taken where it says what was once, or nothing else', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const old = await beside(work, tip, `${good} v1.0\n`);
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', old, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    const now = (await world.must(work, 'identify', '--id', '--debug')).trim();
    await beside(work, tip, `${good} v1.0\n${good} v1.1\n`, 'older');
    await world.must(work, 'update', '-q', '-C', now);
    await world.must(work, 'tag', '-u', 'me', '-r', old, 'v1.2');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${old} v1.0`, `${good} v1.1`, `${old} v1.2`]);
  });

  // It counts for nothing yet. Together with another head, or once a master has moved the tag back, it counted.
  it.each([
    ['a part of that', (_: string, b: string) => `${b} v1.0\n`],
    ['the first of two lines that hg writes', (a: string) => `${a} v1.0\n`.repeat(2)],
  ])('is not taken where it says %s, which no branch could', async (_, lines) => {
    const { url, directory, work, good, tip } = await tagged();
    const now = await world.commit(work, 'one', 'now');
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', now, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await beside(
      work,
      await world.must(work, 'log', '-r', '.', '-T', '{node}'),
      lines(good, now),
      'topic',
      tip,
    );
    expect(await push(work, url)).toMatchObject(contested);
    expect(await tags(directory)).toEqual([`${now} v1.0`]);
  });

  // With the master's next commit it would have been where it was before.
  it('is not taken where it moves a tag that is elsewhere still in another order', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    await world.must(work, 'tag', '-u', 'me', '-r', one, 'v1.0');
    const two = await world.commit(work, 'one', 'y');
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', two, 'v1.0');
    const tip = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    await beside(work, tip, `${`${one} v1.0\n`.repeat(4)}${two} v1.0\n`, 'topic', one);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = () => Promise.resolve({ accepted: true });
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', one, 'v1.0');
    expect(await push(work, url)).toMatchObject(contested);
    world.instead = undefined;
    expect(await tags(directory)).toEqual([`${two} v1.0`]);
  });

  // What came back has the longer history: it counts in each order.
  it.each([
    ['moved', ['-f', '-r', '1']],
    ['removed', ['--remove']],
  ])('is taken where a tag was %s when it was begun, and came back since', async (_, how) => {
    const { url, directory, work, good } = await tagged();
    await world.must(work, 'tag', '-u', 'me', ...how, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    const developer = await world.work();
    await world.must(developer, 'pull', '-q', '-u', url);
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', good, 'v1.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await world.must(developer, 'branch', 'topic');
    await world.commit(developer, 'two', 'work');
    expect(await push(developer, url)).toMatchObject({ code: 0 });
    await world.must(work, 'pull', '-q', url);
    await world.commit(work, 'one', 'newest');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  it('is taken where it said so before, as in what came first', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const one = await world.commit(work, 'one', 'x');
    const tip = await beside(work, one, `${one} v1.0\n`);
    await saying(work, `${tip} v1.0\n`);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'update', '-q', 'topic');
    await saying(work, `${one} v1.0\n${tip} v1.1\n`);
    await world.must(work, 'update', '-q', 'default');
    await world.commit(work, 'one', 'newest');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${tip} v1.0`, `${tip} v1.1`]);
  });
});
