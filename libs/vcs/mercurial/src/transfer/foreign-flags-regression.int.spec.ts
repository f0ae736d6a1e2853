import { mkdirSync } from 'node:fs';
import { pushBundle } from '../bundle-parts.fixture.js';
import { known, licenceBundle } from '../licence-bundle.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { takeBundle } from '../taken-bundle.fixture.js';

/** Prints the flags of all versions: of changesets, of lists of files, and of each file. */
const flagging = String.raw`
import os, sys
from mercurial import hg, ui as uimod
repo = hg.repository(uimod.ui.load(), os.fsencode(sys.argv[1])).unfiltered()
names = sorted({name for rev in repo for name in repo[rev].files()})
logs = [repo.changelog, repo.manifestlog.getstorage(b''), *map(repo.file, names)]
for log in (getattr(each, '_revlog', each) for each in logs):
    print(*['%x' % log.flags(rev) for rev in range(len(log))])
`;

const places = ['file', 'list', 'change'] as const;
const otherwise = 'the push has a version that is not what its id says';
const refusal = (flags: string): string =>
  `there is a version with flags that are not taken here: 0x${flags}`;
/** Some before 7 take no changegroup of the third version. */
const untaken = 'UNSUPPORTEDCONTENT|BundleUnknownFeatureError';

// A flag of which Mercurial 7.1 and later know that the text does not depend on it was stored as the client said: every
// older client could never clone the repository again, nor pull.
describeMercurial('a version with flags', () => {
  const world = sharedWorld();

  const push = async (url: string, bundle: Buffer) => (await pushBundle(url, bundle)).text();
  const flagsIn = async (directory: string) =>
    (await world.script(world.root, flagging, directory)).split('\n');

  it.each(places.flatMap((place) => [0x20_00, 0x28_00, 0x80_00].map((flags) => [flags, place] as const)))(
    'is not pushed: %i of a %s',
    async (flags, place) => {
      const { url, directory } = await world.repository();
      const answer = await push(url, licenceBundle({ flags: { [place]: flags } }));
      // Of some Mercurial itself asks first.
      expect(answer).toMatch(
        new RegExp(`${otherwise}|${refusal(flags.toString(16).padStart(4, '0'))}|${untaken}`),
      );
      expect(await world.must(directory, 'log')).toBe('');
      const work = await world.work();
      await world.commit(work, 'LICENSE', known);
      await world.must(work, 'push', '-q', url);
      expect(await flagsIn(directory)).toEqual(['0', '0', '0']);
    },
  );

  // Mercurial marks it itself, whatever is sent, and what has tags counted as empty then.
  it('is not pushed: of a text that begins as what is censored does', async () => {
    const { url, directory } = await world.repository();
    const text = '\x01\ncensored: \n\x01\nlines';
    expect(await push(url, licenceBundle({ text }))).toMatch(new RegExp(`${refusal('8000')}|${otherwise}`));
    expect(await world.must(directory, 'log')).toBe('');
  });

  it.each(places)('is not imported: 0x2000 of a %s', async (place) => {
    const { directory } = await world.repository();
    const said = await takeBundle(world, directory, licenceBundle({ flags: { [place]: 0x20_00 } }));
    expect(said).toMatch(new RegExp(`${refusal('2000')}|${otherwise}|${untaken}`));
    expect(await world.must(directory, 'log')).toBe('');
  });

  it.each([0x10_00, 0x08_00, 0x04_00, 0x1f_c0])(
    'is stored without those of its sender: %i',
    async (flags) => {
      const bundle = licenceBundle({ flags: { file: flags, list: flags, change: flags } });
      const [pushed, imported] = [await world.repository(), await world.repository()];
      const answer = await push(pushed.url, bundle);
      if (new RegExp(untaken).test(answer)) return;
      expect(answer).toMatch(/^1\n/);
      await takeBundle(world, imported.directory, bundle);
      for (const { directory } of [pushed, imported])
        expect(await flagsIn(directory)).toEqual(['0', '0', '0']);
    },
  );

  it('is imported where it is said to be censored', async () => {
    const { directory } = await world.repository();
    const file = '\x01\ncensored: x\n\x01\n';
    const said = await takeBundle(world, directory, licenceBundle({ file, flags: { file: 0x80_00 } }));
    if (!new RegExp(untaken).test(said)) expect(await flagsIn(directory)).toEqual(['0', '0', '8000']);
  });

  // Who has the first itself says more, which is refused. Each is known to some versions of Mercurial only.
  it.each([
    ['copies-side-data-changeset', []],
    ['delta-info-flags', ['--config', 'format.exp-use-delta-info-flags=yes']],
  ])(
    'is pushed by clients who have it from a repository of the experimental format %s',
    async (format, more) => {
      const [made, work] = [world.place(format), world.place('work')];
      mkdirSync(made);
      await world.must(made, 'init', '--config', `format.exp-use-${format}=yes`);
      const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
      const first = await world.commit(made, 'a', lines(300));
      await world.must(made, 'move', 'a', 'moved');
      await world.commit(made, 'other', lines(10));
      await world.must(made, 'update', '-q', first);
      await world.commit(made, 'a', lines(301));
      await world.must(made, 'merge', '-q');
      await world.commit(made, 'other', lines(9));
      await world.must(world.root, 'clone', '-q', '--pull', ...more, made, work);
      const { url, directory } = await world.repository();
      await world.must(work, 'push', '-q', url);
      expect((await flagsIn(directory)).join(' ')).toMatch(/^[0 ]+$/);
      const copies = ['log', '-r', 'all()', '-C', '-T', '{node} {parents} {file_copies}\n'];
      expect(await world.must(directory, ...copies)).toBe(await world.must(work, ...copies));
      expect(await world.must(directory, ...copies)).toContain('moved (a)');
      expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged|error/);
    },
  );
});
