import {
  bundleOf,
  changegroupOf,
  firstId,
  firstVersion,
  idAfter,
  pushBundle,
  versionOf,
} from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

interface Made {
  readonly id: Buffer;
  readonly list: Buffer;
  readonly lines: string;
}

/** A changeset whose files have these texts, and what is sent of it, but for its files. */
const changeset = (
  parent: Made | undefined,
  files: Record<string, Buffer>,
  listed: string[],
  word: string,
) => {
  const lines = Object.entries(files)
    .map(([name, id]) => `${name}\0${id.toString('hex')}\n`)
    .join('');
  const list = parent ? idAfter(parent.list, lines) : firstId(lines);
  const said = `${list.toString('hex')}\nme\n5 0\n${listed.join('\n')}\n\n${word}`;
  const id = parent ? idAfter(parent.id, said) : firstId(said);
  const sent = (link: Buffer) => ({
    change: versionOf({ id, parent: parent?.id, base: Buffer.alloc(20), change: id, part: [0, 0, said] }),
    list: versionOf({
      ...{ id: list, parent: parent?.list, change: link },
      part: [0, parent?.lines.length ?? 0, lines],
    }),
  });
  return { id, list, lines, sent };
};

const [one, two, three] = ['1\n', '2\n', '3\n'];
const [first, second] = [firstId(one), idAfter(firstId(one), two)];
const third = idAfter(second, three);
/** The second changeset does not touch b; the third does. */
const base = changeset(undefined, { a: first, b: first }, ['a', 'b'], 'first');
const next = changeset(base, { a: second, b: first }, ['a'], 'second');
const known = () => {
  const lists = [base.sent(base.id), next.sent(next.id)];
  return bundleOf([
    changegroupOf(
      lists.map(({ change }) => change),
      lists.map(({ list }) => list),
      {
        a: [
          firstVersion(first, base.id, one),
          versionOf({ id: second, parent: first, change: next.id, part: [0, 2, two] }),
        ],
        b: [firstVersion(first, base.id, one)],
      },
    ),
  ]);
};

/** New changesets, the versions of b with the changesets that they name, and what is named by lists of files. */
const pushed = (
  changes: readonly ReturnType<typeof changeset>[],
  links: readonly Buffer[],
  list?: Buffer,
): Buffer => {
  const sent = changes.map((each) => each.sent(list ?? each.id));
  const versions = [
    versionOf({ id: second, parent: first, change: links[0], part: [0, 2, two] }),
    ...links.slice(1).map((change) => versionOf({ id: third, parent: second, change, part: [0, 2, three] })),
  ];
  return bundleOf([
    changegroupOf(
      sent.map(({ change }) => change),
      sent.map((each) => each.list),
      { b: versions },
    ),
  ]);
};

const last = changeset(next, { a: second, b: second }, ['b'], 'third');
const lying = changeset(next, { a: second, b: second }, ['a'], 'lying');
const after = changeset(lying, { a: second, b: third }, ['b'], 'after');

// Nobody looked at the changeset that a version of a file names. One that named an older changeset was not sent to
// those who had that: what they pulled had no such file, and their clones were broken without a word. Neither was what
// a changeset did not say that it changes.
describeMercurial('a push of versions of files that are not of the changesets with which they come', () => {
  const world = sharedWorld();

  const push = async (url: string, bundle: Buffer): Promise<string> => (await pushBundle(url, bundle)).text();
  const begun = async () => {
    const { url, directory } = await world.repository();
    expect(await push(url, known())).toMatch(/^1\n/);
    const clone = `${directory}-clone`;
    await world.must(world.root, 'clone', '-q', url, clone);
    return { url, directory, clone };
  };
  const unlinked = 'the push has a version of a file that is not of the changeset that it names';
  const unlisted = 'there is a changeset that does not list a file that it changes';

  it.each<[string, Buffer, string]>([
    ['of an older one that has another version', pushed([last], [base.id]), unlinked],
    ['of an older one that does not touch the file', pushed([last], [next.id]), unlinked],
    ['of a list of files that names an older one', pushed([last], [last.id], base.id), 'what its id says'],
    ['of one that lists another file', pushed([lying], [lying.id]), unlisted],
    ['of one whose child lists the file', pushed([lying, after], [lying.id, after.id]), unlisted],
    ['of one beside another that lists the file', pushed([last, lying], [last.id]), unlisted],
  ])('is refused: %s', async (_, bundle, reason) => {
    const { url, directory, clone } = await begun();
    expect(await push(url, bundle)).toContain(reason);
    expect(await push(url, pushed([last], [last.id]))).toMatch(/^1\n/);
    await world.must(clone, 'pull', '-q', '-u', url);
    for (const place of [directory, clone])
      expect(await world.must(place, 'verify')).not.toMatch(/warning|damaged|error/);
  });

  it('is refused where the list comes as a difference to that of another head, which has the version', async () => {
    const { url, directory } = await begun();
    const own = changeset(base, { a: first, b: first, n: first }, ['n'], 'own');
    const later = changeset(own, { a: first, b: first, n: second }, ['n'], 'later');
    const sent = [own.sent(own.id), later.sent(later.id)];
    const versions = [
      firstVersion(first, own.id, one),
      versionOf({ id: second, parent: first, change: later.id, part: [0, 2, two] }),
    ];
    const ofOwn = changegroupOf(
      sent.map(({ change }) => change),
      sent.map(({ list }) => list),
      { n: versions },
    );
    expect(await push(url, bundleOf([ofOwn]))).toMatch(/^1\n/);
    const thief = changeset(next, { a: second, b: first, n: second }, ['n'], 'thief');
    const line = `a\0${second.toString('hex')}\n`;
    const list = versionOf({
      ...{ id: thief.list, parent: next.list, base: later.list, change: thief.id },
      part: [0, line.length, line],
    });
    const ofThief = changegroupOf([thief.sent(thief.id).change], [list], {});
    expect(await push(url, bundleOf([ofThief]))).toContain('which its changeset does not come from');
    const alone = `${directory}-alone`;
    await world.must(world.root, 'clone', '-q', '-r', next.id.toString('hex'), url, alone);
    expect(await world.must(alone, 'verify')).not.toMatch(/warning|damaged|error/);
  });

  it.each(['first', 'second'])('is taken where two changesets bring the version: the %s', async (which) => {
    const { url, directory, clone } = await begun();
    const twin = changeset(next, { a: second, b: second }, ['b'], 'twin');
    const link = which === 'first' ? last.id : twin.id;
    expect(await push(url, pushed([last, twin], [link]))).toMatch(/^1\n/);
    for (const id of [twin.id, last.id]) {
      await world.must(clone, 'pull', '-q', '-r', id.toString('hex'), url);
      await world.must(clone, 'update', '-q', id.toString('hex'));
    }
    for (const place of [directory, clone])
      expect(await world.must(place, 'verify')).not.toMatch(/warning|damaged|error/);
  });

  it.each(['at once', 'in parts'])('is of no stock client, however versions come twice: %s', async (how) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const root = await world.commit(work, 'one', 'x');
    await world.commit(work, 'two', 'x');
    const twice = await world.commit(work, 'one', 'y');
    await world.must(work, 'update', '-q', root);
    await world.commit(work, 'three', 'x', '--date', '1 0');
    await world.must(work, 'graft', '-q', '-r', twice);
    await world.must(work, 'remove', 'three');
    await world.must(work, 'commit', '-q', '-m', 'without', '-u', 'me');
    await world.must(work, 'merge', '-q', '-r', twice);
    await world.must(work, 'rename', 'two', 'four');
    await world.must(work, 'commit', '-q', '-m', 'merge', '-u', 'me');
    await world.commit(work, 'three', 'x');
    await world.must(work, 'branch', '-q', 'other');
    await world.must(work, 'commit', '-q', '-m', 'of no files', '-u', 'me');
    const strip = ['--config', 'extensions.strip=', 'strip', '-q', '--no-backup'];
    await world.must(work, ...strip, await world.commit(work, 'one', 'gone'));
    const parts = how === 'at once' ? ['tip'] : ['3', '2', '5', 'tip'];
    for (const rev of parts) await world.must(work, 'push', '-q', '-f', '--new-branch', '-r', rev, url);
    const clone = world.place('again');
    await world.must(world.root, 'clone', '-q', url, clone);
    for (const place of [directory, clone])
      expect(await world.must(place, 'verify')).not.toMatch(/warning|damaged|error/);
  });
});
