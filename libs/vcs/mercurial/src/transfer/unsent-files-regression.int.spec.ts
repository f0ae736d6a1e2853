import { bundleOf, changegroupOf, firstId, firstVersion, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const text = 'x\n';
const list = `LICENSE\0${firstId(text).toString('hex')}\n`;

/** A changeset with the file LICENSE that says which files it changes. */
const bundle = (...named: string[]): Buffer => {
  const said = `${firstId(list).toString('hex')}\nme\n5 0\n${named.map((name) => `${name}\n`).join('')}\nodd`;
  const change = firstId(said);
  const lists = [firstVersion(firstId(list), change, list)];
  const files = { LICENSE: [firstVersion(firstId(text), change, text)] };
  return bundleOf([changegroupOf([firstVersion(change, change, said)], lists, files)]);
};

// What is sent to others goes by which files a changeset says it changes, and nobody looked at that. One that named a
// file which was never there could not be sent: nobody could clone or pull the repository any more, for ever.
describeMercurial('a push of a changeset whose list of changed files is not that of its files', () => {
  const world = sharedWorld();

  const push = async (url: string, pushed: Buffer): Promise<string> => (await pushBundle(url, pushed)).text();

  it.each([
    ['a file that never was', ['LICENSE', 'ghost']],
    ['a file that could not be', ['LICENSE', '../../../ghost']],
    ['not the new one', []],
    ['another than the new one', ['one']],
  ])('is refused: %s', async (what, named) => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    expect(await push(url, bundle(...named))).toMatch(
      /pretxnclose\.holdfast hook failed|does not list a file that it changes|neither it nor its parents have/,
    );
    const again = world.place('again');
    await world.must(world.root, 'clone', '-q', url, again);
    await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    await world.must(again, 'pull', '-q', '-u');
  });

  it('is taken where it is', async () => {
    const { url } = await world.repository();
    expect(await push(url, bundle('LICENSE'))).toMatch(/^1\n/);
  });

  it('is of no stock client: it removes, copies and merges, and writes long files', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x\n'.repeat(200_000));
    await world.commit(work, 'two', 'x');
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'remove', 'two');
    await world.must(work, 'copy', 'one', 'three');
    await world.commit(work, 'four', 'x');
    await world.must(work, 'update', '-q', first);
    await world.commit(work, 'one', 'y\n'.repeat(300_000));
    await world.must(work, 'merge', '-q');
    await world.must(work, 'commit', '-q', '-m', 'merge', '-u', 'me');
    await world.must(work, 'push', '-q', url);
    await world.must(world.root, 'clone', '-q', url, world.place('again'));
  });
});
