import { bundleOf, changegroupOf, firstId, firstVersion, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const text = 'x\n';
const list = `LICENSE\0${firstId(text).toString('hex')}\n`;
const said = `${firstId(list).toString('hex')}\nme\n5 0\nLICENSE\n\nodd`;

/** A sound changeset, with files that its list of files does not have; the last of them is empty, which fails. */
const bundle = (...others: string[]): Buffer => {
  const change = firstId(said);
  const version = [firstVersion(firstId(text), change, text)];
  const files = Object.fromEntries(['LICENSE', ...others].map((name) => [name, version]));
  const lists = [firstVersion(firstId(list), change, list)];
  return bundleOf([changegroupOf([firstVersion(change, change, said)], lists, { ...files, empty: [] })]);
};

// The names of files that no list of files had were judged when all was written. Such a push was refused, and taken
// back by a journal in which a name with a line end was that of the history of the repository: it was gone.
describeMercurial('a push of files that its lists of files do not have', () => {
  const world = sharedWorld();

  it.each([
    ['a line end', ['x\n00changelog']],
    ['a line end, and another after it', ['x\n00changelog', 'x\n00manifest']],
    ['two names of one file', ['n//m', 'n/m']],
    // A page of a few hundred names of 100,000 bytes stopped three processes for seconds.
    ['a name that is too long for any file system', ['x'.repeat(1021)]],
    ['a path that is', [`${'x/'.repeat(2047)}abc`]],
  ])('is refused before any of it is written: %s', async (_, names) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    const answer = await (await pushBundle(url, bundle(...names))).text();
    expect(answer).toContain('the push has a file of a name that no working copy can have');
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    expect((await world.kind.open(directory).log.commits([id], reading))[0]?.id).toBe(id);
    await world.must(world.root, 'clone', '-q', url, world.place('again'));
    expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged|error/);
  });
});
