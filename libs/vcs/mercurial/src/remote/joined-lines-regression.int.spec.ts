import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bundleOf,
  changegroupOf,
  firstId,
  firstVersion,
  idAfter,
  versionOf,
} from '../bundle-parts.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { takeBundle } from '../taken-bundle.fixture.js';

const line = (name: string): string => `${name}\0${firstId(`${name}\n`).toString('hex')}\n`;
const sound = line('a');
const halves = `${sound.slice(0, 12)}${line('b')}`;
const versions = (names: string, change: Buffer) =>
  Object.fromEntries(
    [...names].map((name) => [name, [firstVersion(firstId(`${name}\n`), change, `${name}\n`)]]),
  );
const saidOf = (list: Buffer, name: string): string => `${list.toString('hex')}\nme\n5 0\n${name}\n\nodd`;

/** Two changesets. A difference that is a whole line itself begins in the midst of one. */
const joined = (): { bundle: Buffer; ids: string[] } => {
  const [before, after] = [firstId(sound), idAfter(firstId(sound), halves)];
  const [one, two] = [saidOf(before, 'a'), saidOf(after, 'b')];
  const [first, second] = [firstId(one), idAfter(firstId(one), two)];
  const changes = [
    firstVersion(first, first, one),
    versionOf({ id: second, parent: first, change: second, part: [0, one.length, two] }),
  ];
  const lists = [
    firstVersion(before, first, sound),
    versionOf({ id: after, parent: before, change: second, part: [12, sound.length, line('b')] }),
  ];
  const files = { ...versions('a', first), ...versions('b', second) };
  const ids = [first, second].map((each) => each.toString('hex'));
  return { bundle: bundleOf([changegroupOf(changes, lists, files)]), ids };
};

/** A changeset whose list of files comes after such a one, which none has. */
const afterJoined = (): Buffer => {
  const [before, after] = [firstId(halves), idAfter(firstId(halves), halves + line('c'))];
  const said = saidOf(after, 'c');
  const change = firstId(said);
  const end = halves.length;
  const lists = [
    firstVersion(before, change, halves),
    versionOf({ id: after, parent: before, change, part: [end, end, line('c')] }),
  ];
  return bundleOf([changegroupOf([firstVersion(change, change, said)], lists, versions('c', change))]);
};

// Lists of files came by imports that Mercurial cannot read, where its C says that there is no memory: each question
// for what had changed ended a process that served all.
describeMercurial('a list of files that is made of halves of lines', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it.each([
    ['itself', joined().bundle, /ValueError/],
    // Before 7.2 Mercurial says it in other words.
    ['before the one of a changeset', afterJoined(), /a version that is not what its id says|ValueError/],
  ])('is not imported: %s', async (_, bundle, why) => {
    const { directory } = await world.repository();
    expect(await takeBundle(world, directory, bundle)).toMatch(why);
    expect(await world.must(directory, 'log')).toBe('');
  });

  it('ends no process where it is there already', async () => {
    const { bundle, ids } = joined();
    const { directory } = await world.repository();
    const file = join(directory, 'bundle');
    await writeFile(file, bundle);
    await world.must(directory, 'unbundle', '-q', file);
    const before = (await world.processes()).sort();
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const query = { base: ids[0], head: ids[1], backwards: false, offset: 0, limit: 10 };
    const { diff } = world.kind.open(directory);
    await expect(diff.changes(query, reading)).rejects.toThrow('Mercurial failed on the server');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await world.processes()).sort()).toEqual(before);
  });
});
