import { contentOf } from '../content-of.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** As what Mercurial writes before a version that is a copy. */
const mark = '\x01\n';
const owner = { company: 'acme', account: 'ann' };
/** Text that differs from line to line, and is stored as it is sent. */
const lines = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `${(at + first) * 7_919} line\n`).join('');

// Mercurial takes its own mark for a part of such versions where they are merged: raw files broke off, each time.
describeMercurial('the size of a version', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  const versions: [what: string, texts: string[]][] = [
    ['that begins as a copy does', [`${mark}one\n`, `${mark}two\n`, `${mark}${mark}three\n`]],
    ['that begins so later', ['one\n', `${mark}one\n`, `${mark}one\ntwo\n`, 'one\ntwo\n', '\x01', '']],
    [
      'that is large',
      [lines(9_000), mark + lines(9_000), `${mark}${lines(9_000)}end`, lines(9_000), lines(9_000, 5_000)],
    ],
    ['that is large and new', [`${mark}a`, mark + lines(9_000, 1), `${mark}b${lines(9_000, 1)}`, 'c']],
  ];
  it.each(versions)('%s is that of its bytes', async (_, texts) => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const told: unknown[] = [];
    const commits: string[] = [];
    for (const text of texts) commits.push(await world.commit(work, 'file', text));
    await world.must(work, 'update', '-q', commits[0]);
    await world.commit(work, 'file', `${mark}other\n`);
    await world.must(work, 'merge', '-q', '-t', 'internal:local', commits[commits.length - 1]);
    const merged = `${mark}merged ${lines(9_000)}`;
    commits.push(await world.commit(work, 'file', merged));
    await world.must(work, 'mv', 'file', 'moved');
    await world.must(work, 'commit', '-m', 'moved', '-u', 'ann');
    await world.must(work, 'push', '-q', url);
    const ask = async (commit: string, path: string) => {
      const reading = { owner, deadline: Date.now() + 600_000 };
      const head = await world.engine.call('fileHead', { directory, reading, commit, path });
      const file = { commit, path, id: `${commit}${path}`, lasting: false };
      const { status, length } = await contentOf(world, directory, { file });
      told.push([head, status, length]);
    };
    for (const commit of commits) await ask(commit, 'file');
    await ask(await world.must(work, 'log', '-r', '.', '-T', '{node}'), 'moved');
    expect(told).toEqual([...texts, merged, merged].map((text) => [{ size: text.length }, 200, text.length]));
  });
});
