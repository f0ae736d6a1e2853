import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const actor = { name: 'A U Thor', email: 'author@example.org', id: 'ann' };
const reading = () => ({ owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 });

// The server says of such a path that it is there, and nothing else of it. An archive of it was begun and broke off,
// and a branch of that name, which nobody saw, was said to be there.
describeSubversion('a lock of what is removed since', () => {
  const world = SubversionWorld.ofSuite();

  it.each(['trunk/gone.txt', 'branches/gone'])('is nothing that lies there (%s)', async (path) => {
    const { directory } = await world.repository();
    const url = `file://${directory}`;
    const as = ['--non-interactive', '--username', 'ann'];
    await world.must('svnmucc', ['-u', 'ann', '-m', '1', '-U', url, 'put', '/dev/null', path]);
    const copy = join(world.root, `copy-${path.length}`);
    await world.must('svn', ['checkout', ...as, url, copy]);
    await world.must('svn', ['lock', ...as, path], copy);
    await world.must('svn', ['rm', '--force', path], copy);
    await world.must('svn', ['commit', ...as, '--no-unlock', '-m', '2'], copy);
    const { branches, tree } = world.kind.open(directory);
    const commit = '3';
    expect(await tree?.entry(commit, path, reading())).toBeUndefined();
    expect(await tree?.entry('2', path, reading())).toMatchObject({ path, type: 'file' });
    expect(
      await tree?.level(
        { commit, path, withCommits: false, backwards: false, offset: 0, limit: 9 },
        reading(),
      ),
    ).toBeUndefined();
    expect(await world.must('svnlook', ['lock', directory, path])).toContain('Owner: ann');
    if (path.startsWith('trunk')) return;
    const made = () => branches?.create({ id: 'gone', commit, actor }, reading());
    await expect(made()).rejects.toMatchObject({ code: 'locked_inside' });
    await world.must('svn', ['unlock', '--force', ...as, `${url}/${path}`]);
    expect(await made()).toMatchObject({ id: 'gone', commit: '4' });
  });
});
