import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { oddChangeset } from '../odd-history.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const [none, uncommitted] = ['0'.repeat(12), 'f'.repeat(12)];

// Who has built from an empty checkout, or named an id by an x before it, got what somebody had called so.
describeMercurial('a name that is the id of no changeset, or that of one behind an x', () => {
  const world = sharedWorld();

  const begun = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    const second = await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    return { url, directory, work, first, second };
  };
  const mark = (url: string, name: string, at: string) =>
    world
      .hg(world.root, 'debugpushkey', url, 'bookmarks', name, '', at)
      .then(({ output }) => output.includes('True'));

  it('is no new bookmark or branch of the API', async () => {
    const { url, directory, first, second } = await begun();
    const actor = { name: 'A', email: 'a@example.org' };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    const { branches } = world.kind.open(directory);
    for (const name of [
      uncommitted,
      'F'.repeat(20),
      `x${first.slice(0, 8)}`,
      `x${first}`.toUpperCase().replace('X', 'x'),
      `x${'1'.repeat(40)}`,
    ]) {
      expect([name, await mark(url, name, second)]).toEqual([name, false]);
      await expect(branches.create({ id: name, commit: second, actor }, reading)).rejects.toMatchObject({
        code: 'name_in_use',
      });
    }
    for (const name of [
      'ffffff',
      'xfacade1',
      'x',
      `x${first.slice(0, 5)}`,
      `X${first.slice(0, 8)}`,
      `xx${first}`,
    ])
      expect([name, await mark(url, name, second)]).toEqual([name, true]);
  });

  it('is no new tag or branch of a push', async () => {
    const { url, work, first } = await begun();
    const told = (name: string) => ({
      code: 255,
      output: expect.stringContaining(`${name}: a name cannot begin the id of another changeset`) as string,
    });
    for (const name of [none, uncommitted, `x${first.slice(0, 12)}`]) {
      const branched = await oddChangeset(
        world,
        work,
        { lines: [['one', 'one', '']], texts: {}, branch: name },
        first,
      );
      expect(await world.hg(work, 'push', '-f', '--new-branch', '-r', branched, url)).toMatchObject(
        told(name),
      );
      await world.must(work, 'update', '-q', '-C', first);
      await appendFile(join(work, '.hgtags'), `${first} ${name}\n`);
      await world.must(work, 'commit', '-qA', '-u', 'me', '-m', name);
      expect(await world.hg(work, 'push', '-f', '-r', '.', url)).toMatchObject(told(name));
    }
  });
});
