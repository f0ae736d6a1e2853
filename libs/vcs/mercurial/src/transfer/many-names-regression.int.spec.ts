import { changegroupOf, firstId, firstVersion, idAfter, versionOf } from '../bundle-parts.fixture.js';
import { bundleOf, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** A changeset that names so many files and has none of them. */
const naming = (names: number, time = '1 0'): string => {
  const list = Array.from({ length: names }, (_, at) => at.toString(36)).join('\n');
  return `${'0'.repeat(40)}\nme\n${time}\n${list}\n\n`;
};

/** Changesets that name the same: of each but the first only its message is sent. */
const repeated = (text: string, times: number): Buffer => {
  let before = firstId(text);
  const changes = [firstVersion(before, before, text)];
  for (let at = 1; at < times; at++) {
    const [message, parent] = [String(at).padStart(4, '0'), before];
    const id = idAfter(parent, text + message);
    const end = text.length + (at === 1 ? 0 : 4);
    changes.push(versionOf({ id, parent, change: id, part: [text.length, end, message] }));
    before = id;
  }
  return bundleOf([changegroupOf(changes, [], {})]);
};

// Of ten million names in a changeset Mercurial made objects for some seconds, again for each 32 bytes that were sent:
// meanwhile nobody else was served, of no company.
describeMercurial('a push of changesets that name very many files', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });
  const push = async (bundle: Buffer) => (await pushBundle((await world.repository()).url, bundle)).text();
  const tooMany = 'there is a changeset with more than the 1000000 changed files that the server takes';
  const together = 'changesets of the push name too many changed files together: push them in several parts';

  it('is refused where one of them names too many, before they are looked at', async () => {
    expect(await push(repeated(naming(1_000_001), 1))).toContain(tooMany);
    expect(await push(repeated(naming(1, `1 0 ${'\0a:b'.repeat(1_000_001)}`), 1))).toContain(tooMany);
  });

  it('is refused where they do together', async () => {
    const bundle = repeated(naming(900_000), 6);
    expect(bundle.length).toBeLessThan(6_000_000);
    expect(await push(bundle)).toContain(together);
  });

  it('is refused where it has very long lines of tags, at once or bit by bit', async () => {
    const [{ url }, work] = [await world.repository(), await world.work()];
    const refused = 'a version of .hgtags is larger than the 8 MiB that the server allows';
    const long = (mebibytes: number): string => `${'x'.repeat(1023)}\n`.repeat(mebibytes << 10);
    await world.commit(work, '.hgtags', long(6));
    await world.must(work, 'push', '-q', url);
    await world.commit(work, '.hgtags', long(10));
    expect((await world.hg(work, 'push', url)).output).toContain(refused);
    const other = await world.work();
    await world.commit(other, '.hgtags', long(10));
    expect((await world.hg(other, 'push', '-f', url)).output).toContain(refused);
  });

  it('is taken as any other where they name fewer', async () => {
    const text = await push(repeated(naming(100_000), 4));
    expect(text).not.toContain(tooMany);
    expect(text).not.toContain(together);
    expect(text).toContain('pretxnclose.holdfast hook failed');
  });
});
