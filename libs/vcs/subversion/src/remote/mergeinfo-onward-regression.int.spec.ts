import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// `svnadmin load` changes ranges that are older than what it is given: what came behind a first part said that merges
// had been done which nobody had done, or had forgotten those of r1.
describeSubversion('svn:mergeinfo of revisions that follow others', () => {
  const world = SubversionWorld.ofSuite();
  const small = join(world.root, 'small');
  const large = join(world.root, 'large');
  const login = { username: 'developer', password: 'x' };

  const revision = (directory: string, ...changes: string[]) =>
    world.must('svnmucc', ['-u', 'ann', '-m', 'change', '-U', `file://${directory}`, ...changes]);
  const merged = (value: string, path: string) => ['propset', 'svn:mergeinfo', value, path];
  /** As Subversion tells it to others, but for which copy it is. */
  const history = async ({ directory }: { directory: string }) =>
    (await world.must('svnrdump', ['dump', '-q', `file://${directory}`])).replace(/UUID: .*/, '');

  beforeAll(async () => {
    await writeFile(small, 'text\n'.repeat(100));
    await writeFile(large, randomBytes(5 << 20).toString('base64'));
  });

  /** Four revisions. */
  const begun = async () => {
    const source = await world.repository(false);
    await revision(source.directory, 'mkdir', 'trunk', 'mkdir', 'branches', 'mkdir', 'trunk/sub');
    await revision(source.directory, 'put', small, 'trunk/f');
    await revision(source.directory, 'cp', '2', 'trunk', 'branches/b', ...merged('/x:1,3*', 'trunk'));
    await revision(source.directory, 'put', small, 'branches/b/g');
    return source;
  };
  /** Eleven more, which merge what is older and what is not, and copy what is. */
  const goneOn = async ({ directory }: { directory: string }) => {
    await revision(directory, ...merged('/branches/b:3-4*', 'trunk'));
    await revision(directory, 'cp', '2', 'trunk', 'branches/c', ...merged('/trunk:1-5', 'branches/c'));
    await revision(directory, 'put', small, 'trunk/plain');
    await revision(directory, 'cp', '6', 'branches/c', 'branches/d', 'rm', 'branches/b');
    await revision(directory, 'put', large, 'a', ...merged('/branches/b:1', 'trunk/sub'));
    await revision(directory, ...merged('/branches/b:3-4\n/branches/c:6', 'trunk'));
    await revision(directory, 'cp', '9', 'trunk/f', 'trunk/g', ...merged('/trunk/f:1-9', 'trunk/g'));
    await revision(directory, 'put', small, 'after', 'cp', '4', 'branches/b', 'branches/e');
    await revision(directory, ...merged('/trunk:12*', 'branches/e'), ...merged('/trunk:2-11', 'branches/d'));
    await revision(directory, ...merged('/branches/c:6-13*\n/x:1', 'trunk'), ...merged('', 'branches'));
    await revision(directory, 'propdel', 'svn:mergeinfo', 'trunk/sub', 'put', small, 'last');
  };

  const fetching = (target: { directory: string }, url: string, stopAt?: number) => {
    const stop = new AbortController();
    const told: string[] = [];
    const tell = ({ doing }: { doing: string }): void => {
      told.push(doing);
      if (doing.startsWith(`revision ${stopAt} `)) stop.abort();
    };
    const work = { signal: stop.signal, tell, principal: 'admin', metered: false };
    const { remotes } = world.kind.open(target.directory);
    return { told, done: remotes.fetch({ url, ...login }, work) };
  };
  const bring = async (target: { directory: string }, url: string) => {
    const { told, done } = fetching(target, url);
    const incoming = await done;
    await incoming.publish({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
    await incoming.discard();
    return told;
  };

  it('is that of the remote where a repository follows it', async () => {
    const source = await begun();
    const target = await world.repository(false);
    await bring(target, source.url);
    await goneOn(source);
    const told = await bring(target, source.url);
    expect(told).toContain('revision 15 of 15');
    expect(await history(target)).toBe(await history(source));
    await revision(source.directory, ...merged('/branches/e:1-15*', 'trunk'));
    await bring(target, source.url);
    expect(await history(target)).toBe(await history(source));
    await world.must('svnadmin', ['verify', '-q', target.directory]);
  });

  it('is that of the remote where an import goes on', async () => {
    const source = await begun();
    await goneOn(source);
    for (const stopAt of [2, 9]) {
      const target = await world.repository(false);
      await expect(fetching(target, source.url, stopAt).done).rejects.toMatchObject({ code: 'unavailable' });
      const told = await bring(target, source.url);
      expect(told).not.toContain('revision 1 of 15');
      expect(await history(target)).toBe(await history(source));
    }
  });
});
