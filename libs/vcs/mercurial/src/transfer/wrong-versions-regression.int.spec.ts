import { pushBundle } from '../bundle-parts.fixture.js';
import { known, licenceBundle, type Odd } from '../licence-bundle.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Adds a changeset of another date to a repository, around everything. */
const dating = String.raw`
import os, sys
os.environ.update(HGPLAIN='1', HGRCPATH='')
from mercurial import hg, revlog, ui as uimod
repo = hg.repository(uimod.ui.load(), os.fsencode(sys.argv[1]))
with repo.lock(), repo.transaction(b'test') as transaction:
    log = repo.changelog
    said = b'0' * 40 + b'\nme\n' + sys.argv[2].encode() + b'\n\nodd'
    revlog.revlog.addrevision(log, said, transaction, len(log), repo.nullid, repo.nullid)
`;

const otherwise = /the push has a version that is not what its id says/;
const flagged = /there is a version with flags that are not taken here: 0x8000/;
/** Mercurial before 7 takes no changegroup of the third version. */
const untaken = /UNSUPPORTEDCONTENT/;

// What a push brought was stored under the id that it named. A version with the id of a file that a colleague would
// push later, and another text, took his place: his push was acknowledged, and what it brought thrown away. And a
// changeset whose date was none failed every page that had it, for ever.
describeMercurial('a push', () => {
  const world = sharedWorld();

  const push = async (url: string, odd: Odd) => (await pushBundle(url, licenceBundle(odd))).text();
  const reading = () => ({
    owner: { company: 'acme', account: 'ann' },
    deadline: Date.now() + 600_000,
  });

  it.each<[string, Odd]>([
    ['a file', { file: 'another text\n' }],
    ['a list of files', { list: `LICENSE\0${'1'.repeat(40)}\n` }],
    ['what is said to be censored', { file: '\x01\ncensored: x\n\x01\n' }],
    ['what is marked as censored', { file: '\x01\ncensored: x\n\x01\n', flags: { file: 0x8000 } }],
  ])('brings nothing that is not what its id says: %s', async (_, odd) => {
    const { url, directory } = await world.repository();
    expect(await push(url, odd)).toMatch(
      odd.flags === undefined ? otherwise : new RegExp(`${flagged.source}|${untaken.source}`),
    );
    const work = await world.work();
    const id = await world.commit(work, 'LICENSE', known);
    await world.must(work, 'push', '-q', url);
    const head = await world.kind.open(directory).tree.entry(id, 'LICENSE', reading());
    expect(head?.size).toBe(known.length);
    expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged|error/);
  });

  it.each(['nan 0', 'inf 0', 'abc def', '', '9'.repeat(400), '1e300 0', '999999999999 0', '-99999999999 0'])(
    'brings no changeset that cannot be told: %s',
    async (date) => {
      const { url } = await world.repository();
      expect(await push(url, { date })).toContain('the push has a changeset that cannot be read');
    },
  );

  it.each([
    { date: '1_0 0' },
    { date: '0 1_0' },
    { date: '0 999999999999999' },
    { date: '0 9000000' },
    { user: '' },
  ])('brings no changeset that older clients cannot read: %s', async (odd) => {
    const { url } = await world.repository();
    expect(await push(url, odd)).toContain('the push has a changeset that cannot be read');
  });

  it.each(['0 -50400', '-5 0', '0.0 0', '1700000000 8000000', '0 0 branch:odd'])(
    'brings one of another time: %s',
    async (date) => {
      const { url } = await world.repository();
      expect(await push(url, { date })).toMatch(/^1\n/);
    },
  );

  it('brings what is as it should be', async () => {
    const { url } = await world.repository();
    expect(await push(url, {})).toMatch(/^1\n/);
    const other = await world.repository();
    expect(await push(other.url, { flags: {} })).toMatch(new RegExp(`^1\\n|${untaken.source}`));
  });

  it.each([
    ['nan 0', 0],
    ['abc def', 0],
    ['1e300 0', 253_402_300_799],
  ])('does not matter to readers where it brought such a date: %s', async (date, at) => {
    const { directory } = await world.repository();
    expect((await world.python(world.root, ['-c', dating, directory, date])).output).toBe('');
    const { log, branches } = world.kind.open(directory);
    const [head] = (await branches.snapshot()).page(0, 1);
    expect((await log.commits([head.commit], reading()))[0]?.author.at).toBe(at);
  });
});
