import { writeFile } from 'node:fs/promises';
import { bundleOf, changegroupOf, firstId, firstVersion, noVersion } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const list = `a\0${firstId('a\n').toString('hex')}\n`;
const said = `${firstId(list).toString('hex')}\nme\n5 0\na\n\none`;
const commit = firstId(said);

/** As Mercurial writes them: where each is, the length of its name, its name. */
const written = (bookmarks: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat(
    Object.entries(bookmarks).flatMap(([name, at]) => [at, Buffer.from([0, name.length]), Buffer.from(name)]),
  );

// Those at no commit were shown to nobody, and clients take them before a branch of their name.
describeMercurial('a file that has bookmarks which no push makes', () => {
  const world = sharedWorld();

  it('is brought without them', async () => {
    const { directory } = await world.repository();
    const file = world.place('carried.hg');
    const bookmarks = { nowhere: noVersion, unknown: Buffer.alloc(20, 7), somewhere: commit, tip: commit };
    await writeFile(
      file,
      bundleOf([
        changegroupOf([firstVersion(commit, commit, said)], [firstVersion(firstId(list), commit, list)], {
          a: [firstVersion(firstId('a\n'), commit, 'a\n')],
        }),
        { type: 'BOOKMARKS', data: written(bookmarks) },
      ]),
    );
    const work = { signal: new AbortController().signal, tell: () => undefined, principal: 'admin' };
    const incoming = await world.kind.open(directory).remotes.fetch({ file }, { ...work, metered: true });
    try {
      await incoming.publish({
        owner: { company: 'c', account: 'a' },
        deadline: Date.now() + 600_000,
      });
    } finally {
      await incoming.discard();
    }
    const told = await world.must(directory, 'bookmarks', '-T', '{bookmark} {node}\n');
    expect(told).toBe(`somewhere ${commit.toString('hex')}`);
  });
});
