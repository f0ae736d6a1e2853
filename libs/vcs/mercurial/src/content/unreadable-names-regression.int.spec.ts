import { writeFile } from 'node:fs/promises';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Such a file was listed and read by what its name is shown as, and had no history.
describeMercurial('a file whose name is no UTF-8', () => {
  const world = sharedWorld();

  it('has its history by what the name is shown as', async () => {
    const work = await world.work();
    const odd = Buffer.concat([Buffer.from(`${work}/odd-`), Buffer.from([0xff])]);
    const commits: string[] = [];
    for (const text of ['one', 'other']) {
      await writeFile(odd, text);
      commits.unshift(await world.commit(work, `beside-${text}`, text));
    }
    const newest = await world.commit(work, 'beside', 'later');
    const { directory, url } = await world.repository();
    await world.must(work, 'push', '-q', url);
    const page = { from: newest, limit: 10, offset: 0, oldestFirst: false };
    const historyOf = async (path: string) => {
      const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
      const { results } = await world.kind.open(directory).log.page({ ...page, path }, reading);
      return results.map(({ id }) => id);
    };
    expect(await historyOf('odd-\ufffd')).toEqual(commits);
    expect(await historyOf('beside')).toEqual([newest]);
    expect(await historyOf('none-\ufffd')).toEqual([]);
  });
});
