import {
  bundleOf,
  changegroupOf,
  firstId,
  firstVersion,
  idAfter,
  noVersion,
  versionOf,
  pushBundle,
} from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const text = 'x\n';
const license = `LICENSE\0${firstId(text).toString('hex')}\n`;
const ghosts = Array.from({ length: 50 }, (_, at) => `README${at + 10}\0${'1'.repeat(40)}\n`).join('');

/** A changeset whose list of files comes after one that none has. */
const ofOrphan = (): Buffer => {
  const orphan = firstId(ghosts);
  const list = idAfter(orphan, license + ghosts);
  const said = `${list.toString('hex')}\nme\n5 0\nLICENSE\n\nodd`;
  const change = firstId(said);
  const after = versionOf({ id: list, parent: orphan, change, part: [0, 0, license] });
  const lists = [firstVersion(orphan, change, ghosts), after];
  const files = { LICENSE: [firstVersion(firstId(text), change, text)] };
  return bundleOf([changegroupOf([firstVersion(change, change, said)], lists, files)]);
};

/** A changeset whose list of files has `on` in place of `one`: the difference leaves a letter out of a line. */
const ofHalfLines = (tip: string, list: string, lines: string, at: number): Buffer => {
  const [parent, before] = [Buffer.from(tip, 'hex'), Buffer.from(list, 'hex')];
  const after = idAfter(before, lines.replace('one', 'on'));
  const said = `${after.toString('hex')}\nme\n5 0\non\n\nodd`;
  const change = idAfter(parent, said);
  const sent = versionOf({ id: change, parent, base: noVersion, change, part: [0, 0, said] });
  const other = versionOf({ id: after, parent: before, change, part: [at + 2, at + 3, ''] });
  return bundleOf([changegroupOf([sent], [other], {})]);
};

// That the versions of files are there which a list of files names was looked at where it differs from the one before
// it, as whoever pushes wrote the difference. Before it came one that nobody looked at, or the difference began in the
// midst of a line: clones of the repository could not be updated.
describeMercurial('a push with a list of files that have no such versions', () => {
  const world = sharedWorld();

  const push = async (url: string, pushed: Buffer): Promise<string> => (await pushBundle(url, pushed)).text();
  const begun = async () => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'one', 'x');
    for (const name of ['two', 'three', 'four']) await world.commit(work, name, name);
    await world.must(work, 'push', '-q', url);
    return { url, work };
  };

  it('is refused where they stand in one that no changeset has', async () => {
    const { url } = await begun();
    expect(await push(url, ofOrphan())).toContain('the push has a version that is not what its id says');
    await world.must(world.root, 'clone', '-q', url, world.place('again'));
  });

  it('is refused where the difference begins in the midst of a line', async () => {
    const { url, work } = await begun();
    const tip = await world.must(work, 'log', '-r', 'tip', '-T', '{node}');
    const list = await world.must(work, 'log', '-r', 'tip', '--debug', '-T', '{manifest}');
    const lines = (await world.must(work, 'manifest', '--debug', '-r', 'tip'))
      .split('\n')
      .map((line) => line.split(/ +/))
      .map(([id, , name]) => `${name}\0${id}\n`)
      .join('');
    const at = lines.indexOf('one');
    const half = ofHalfLines(tip, list.split(':')[1], lines, at);
    expect(await push(url, half)).toContain('missing file data for on:');
    await world.must(world.root, 'clone', '-q', url, world.place('once-more'));
    await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
  });
});
