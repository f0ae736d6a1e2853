import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

// Of a tag that stays where it is heads could say nothing but what it was when their branches were begun: who merged
// two of them was refused.
describeMercurial('a head that says more of a tag than others do, and leaves it where it is', () => {
  const world = sharedWorld();
  const { beside, push, saying, tagged, tags } = writtenTags(world);

  const contested = {
    code: 255,
    output: expect.stringMatching(
      /v1\.0: (the \.hgtags of some head says otherwise|\.hgtags says less of where)/,
    ) as string,
  };

  // With the next move, and back, kept clones had it at what was withdrawn.
  it('is not taken where it makes the tag once more at the same place', async () => {
    const { url, directory, work, good } = await tagged();
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', good, 'v1.0');
    expect(await push(work, url)).toMatchObject(contested);
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  // As `:union` or most people merge the lines. They were told to pull and merge, which they had done.
  it('is taken where it merges heads of two branches on which a master has moved the tag', async () => {
    const { url, directory, work, good, tip } = await tagged();
    await world.must(work, 'branch', 'release');
    const second = await world.commit(work, 'two', 'x');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = () => Promise.resolve({ accepted: true });
    await world.must(work, 'update', '-q', 'default');
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', tip, 'v1.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'update', '-q', 'release');
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', second, 'v1.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await world.must(work, 'update', '-q', 'default');
    await world.must(work, 'merge', '-q', '--tool', ':union', 'release');
    await world.must(work, 'commit', '-u', 'me', '-m', 'merge');
    expect(await world.must(work, 'cat', '-r', '.', '.hgtags')).toBe(
      [good, good, tip, tip, second].map((id) => `${id} v1.0`).join('\n'),
    );
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${second} v1.0`]);
  });

  // Mercurial itself writes a line twice where it merges what two branches have merged of each other.
  it.each(['', ', also where some head says them eight times'])(
    'is taken where two branches are merged into each other, and again%s',
    async (often) => {
      const { url, directory, work } = await tagged();
      const merged = async (into: string, from: string): Promise<void> => {
        await world.must(work, 'update', '-q', into);
        await world.must(work, 'merge', '-q', '--tool', ':union', from);
        await world.must(work, 'commit', '-u', 'me', '-m', 'merge');
      };
      const made = await world.commit(work, 'one', 'y');
      /** Merges that say lines twice, of branches that say nothing else. */
      const doubled = async (): Promise<void> => {
        for (let time = 0; time < 3; time += 1) {
          const before = await world.must(work, 'cat', '-r', '.', '.hgtags');
          const at = await world.must(work, 'log', '-r', '.', '-T', '{node}');
          await world.must(work, 'tag', '-u', 'me', '-r', made, `own${time}`);
          const own = await world.must(work, 'log', '-r', '.', '-T', '{node}');
          await world.must(work, 'update', '-q', at);
          await world.must(work, 'branch', '-q', '-f', 'topic');
          await world.commit(work, `other${time}`, 'x');
          await world.must(work, 'merge', '-q', own);
          await saying(work, `${before}\n${before}\n${made} own${time}\n`);
        }
      };
      for (const branch of ['default', 'release']) {
        await world.must(work, 'update', '-q', made);
        await world.must(work, 'branch', '-q', '-f', branch);
        await world.commit(work, branch, 'x');
        await world.must(work, 'tag', '-u', 'me', '-r', made, `of-${branch}`);
        expect(await push(work, url)).toMatchObject({ code: 0 });
      }
      const [one, other] = await Promise.all(
        ['default', 'release'].map((branch) => world.must(work, 'log', '-r', branch, '-T', '{node}')),
      );
      await merged('default', other);
      await merged('release', one);
      expect(await push(work, url)).toMatchObject({ code: 0 });
      if (often) {
        await world.must(work, 'branch', '-q', 'topic');
        await doubled();
        expect(await push(work, url)).toMatchObject({ code: 0 });
      }
      await merged('default', 'release');
      const lines = (await world.must(work, 'cat', '-r', '.', '.hgtags')).trim().split('\n');
      expect(lines.length).toBeGreaterThan(new Set(lines).size);
      expect(await push(work, url)).toMatchObject({ code: 0 });
      await world.must(work, 'update', '-q', 'release');
      await world.commit(work, 'release', 'z');
      expect(await push(work, url)).toMatchObject({ code: 0 });
      expect(await tags(directory)).toEqual(
        expect.arrayContaining([`${made} of-default`, `${made} of-release`]),
      );
    },
  );

  // What its lines begin was no head's any more: one merge stopped all pushes to the branch.
  it('keeps nobody from going on with what it has merged', async () => {
    const { url, directory, work, good, tip } = await tagged();
    await world.must(work, 'branch', 'release');
    const second = await world.commit(work, 'two', 'x');
    world.instead = () => Promise.resolve({ accepted: true });
    for (const [branch, to] of [
      ['default', tip],
      ['release', second],
    ]) {
      expect(await push(work, url)).toMatchObject({ code: 0 });
      await world.must(work, 'update', '-q', branch);
      await world.must(work, 'tag', '-u', 'me', '-f', '-r', to, 'v1.0');
    }
    await world.must(work, 'merge', '-q', '--tool', ':union', 'default');
    // In an order that has it where it is.
    await saying(work, [good, tip, good, tip, second].map((id) => `${id} v1.0\n`).join(''));
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await world.must(work, 'update', '-q', 'default');
    await world.commit(work, 'one', 'line');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'tag', '-u', 'me', '-r', tip, 'v2');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual(expect.arrayContaining([`${tip} v2`]));
  });

  // A developer could have it say what masters would do later, or that it was at the place more often than they.
  it.each([
    ['with what nobody has said', (a: string, b: string) => [a, a, b, b, a, 'c'.repeat(40), a]],
    ['of which no head has all', (a: string, b: string) => [b, b, a]],
  ])('is not taken where it goes on %s', async (_, made) => {
    const { url, work, good, tip } = await tagged();
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', tip, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', good, 'v1.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    const now = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    const lines = made(good, tip).map((id) => `${id} v1.0\n`);
    await beside(work, now, lines.join(''), 'topic', tip);
    expect(await push(work, url)).toMatchObject(contested);
  });

  // Ids may be of any length: one that began with the digest of another stood for two lines.
  it('is not taken where it has one long id in the place of two lines', async () => {
    const { url, work, good, tip } = await tagged();
    await world.must(work, 'tag', '-u', 'me', '-f', '-r', tip, 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    const hashing =
      'import hashlib, sys; print(hashlib.blake2b(bytes.fromhex(sys.argv[1]), digest_size=16).hexdigest())';
    const { output: first } = await world.python(work, ['-c', hashing, good]);
    await saying(work, `${first}${good} v1.0\n${tip} v1.0\n`);
    expect(await push(work, url)).toMatchObject(contested);
  });

  // A developer said of a new tag of his on three branches that it had been elsewhere: nobody could merge two of them.
  it('is not taken where it says of a new tag what others do not, as they do', async () => {
    const { url, work, good, tip } = await tagged();
    const said = async (branch: string, ...lines: string[]): Promise<void> => {
      await world.must(work, 'update', '-q', tip);
      await world.must(work, 'branch', '-q', '-f', branch);
      await saying(
        work,
        [`${good} v1.0`, ...lines.map((id) => `${id} mine`)].map((line) => `${line}\n`).join(''),
      );
    };
    await said('one', 'a'.repeat(40), good);
    await said('two', 'b'.repeat(40), good);
    const both = () => world.hg(work, 'push', '--new-branch', '-f', '-r', 'one', '-r', 'two', url);
    const { code, output } = await both();
    expect(code).toBe(255);
    expect(output).toContain('mine: the .hgtags of some head says otherwise');
    await said('two', 'a'.repeat(40), good, good);
    expect(await both()).toMatchObject({ code: 0 });
  });
});
