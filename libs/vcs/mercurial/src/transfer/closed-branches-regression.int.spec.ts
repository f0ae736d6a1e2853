import { bundleOf, changegroupOf, firstId, firstVersion, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const text = 'x\n';
const list = `LICENSE\0${firstId(text).toString('hex')}\n`;

/** A sound changeset on a branch; `branch` as changesets write it. */
const bundle = (branch: string, isClosed: boolean): Buffer => {
  const extra = `branch:${branch}${isClosed ? '\0close:1' : ''}`;
  const said = `${firstId(list).toString('hex')}\nme\n5 0 ${extra}\nLICENSE\n\nodd`;
  const change = firstId(said);
  const file = firstVersion(firstId(text), change, text);
  return bundleOf([
    changegroupOf([firstVersion(change, change, said)], [firstVersion(firstId(list), change, list)], {
      LICENSE: [file],
    }),
  ]);
};

// Closed branches are in no list of names, so nobody judged theirs; but they are in Mercurial's caches. A name with a
// line end in it wrote the lines of other branches there: nobody could push or pull any more, or a changeset of his
// stood for `default`. So did a name with a blank behind it.
describeMercurial('a push with a branch of a name that is not written down as it is', () => {
  const world = sharedWorld();

  const push = async (url: string, pushed: Buffer): Promise<string> => (await pushBundle(url, pushed)).text();

  it.each<[string, string, boolean]>([
    ['a line end', String.raw`x\n${'de'.repeat(20)} o default`, true],
    ['NUL', String.raw`q\0default`, true],
    ['a blank before it', ' default', true],
    ['a blank behind it', 'default ', false],
    ['none', '', true],
    // All clients are sent it: 16 MB of one push made each of theirs take seconds.
    ['too many bytes', 'n'.repeat(256), true],
  ])('is refused: %s', async (what, branch, isClosed) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    expect(await push(url, bundle(branch, isClosed))).toContain('on a branch of a name that cannot be');
    const { branches } = world.kind.open(directory);
    expect((await branches.snapshot()).page(0, 9)).toMatchObject([{ id: 'default', commit: first }]);
    await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    const again = world.place('again');
    await world.must(world.root, 'clone', '-q', '-b', 'default', url, again);
  });

  it('is taken where its name is a name: closed, and with a blank in it', async () => {
    const { url } = await world.repository();
    expect(await push(url, bundle('a branch', true))).toMatch(/^1\n/);
    const longest = await world.repository();
    expect(await push(longest.url, bundle('n'.repeat(255), true))).toMatch(/^1\n/);
  });
});
