import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { everyReader } from '../read-by.fixture.js';
import { GitDiff } from './git-diff.js';
import { ReadTurns } from './read-turns.js';

describe.each(everyReader)('what differs between commits, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);

  /**
   * A commit of some trees that unfolds to 20 to the power of `levels` files of this text. Long names fill git's memory
   * sooner than many do.
   */
  const unfolding = async (directory: string, levels: number, text: string, prefix: string) => {
    const at = ['--git-dir', directory];
    const make = async (input: string, ...words: string[]) =>
      (await world.must([...at, ...words], { input })).trim();
    let entry = `100644 blob ${await make(text, 'hash-object', '-w', '--stdin')}`;
    for (let level = 0; level < levels; level += 1) {
      const names = Array.from({ length: 20 }, (_, name) => `${entry}\t${prefix}${name}\n`);
      entry = `040000 tree ${await make(names.join(''), 'mktree')}`;
    }
    return make('', 'commit-tree', entry.split(' ')[2], '-m', text);
  };
  const between = async (levels: number) => {
    const { directory } = await world.repository();
    const [base, head] = await Promise.all(['x', 'y'].map((text) => unfolding(directory, levels, text, '')));
    const { diff } = world.kind.open(directory);
    return (query: { offset: number; limit: number; backwards: boolean }) =>
      diff.changes({ base, head, ...query }, reading());
  };

  it('is told by pages', async () => {
    const changes = await between(2);
    const { results, more } = await changes({ offset: 398, limit: 1, backwards: false });
    expect(results).toMatchObject([{ path: '9/8', status: 'modified', additions: 1, deletions: 1 }]);
    expect(more).toBe(true);
    expect(await changes({ offset: 399, limit: 1, backwards: false })).toMatchObject({ more: false });
  });

  /** What differs between two commits of files, each of which has that text with the number of its commit. */
  const changed = async (texts: Record<string, (at: number) => string>) => {
    const { directory } = await world.repository();
    const commit = (at: number) => {
      const files = Object.entries(texts).map(([name, textOf]) => {
        const text = textOf(at);
        return `M 100644 inline ${name}\ndata ${text.length}\n${text}\n`;
      });
      return `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 1\nm\n${files.join('')}`;
    };
    const input = commit(1) + commit(2);
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const [head, base] = (await world.must(['rev-list', 'main'], { cwd: directory })).trim().split('\n');
    const { diff } = world.kind.open(directory);
    return diff.changes({ base, head, offset: 0, limit: 10, backwards: false }, reading());
  };
  const line = (at: number): string => `${at}\n`;

  it('is cut from the file on for which git has no memory', async () => {
    const lines = 14_000_000;
    expect(await changed({ a: line, b: (at) => line(at).repeat(lines), c: line })).toMatchObject({
      results: [
        { path: 'a', diff: '@@ -1 +1 @@\n-1\n+2\n' },
        { path: 'b', diff: '', cut: true },
        { path: 'c', diff: '', cut: true },
      ],
    });
  });

  it('is cut in a line that is very long, and is not told of one that is longer than git compares', async () => {
    const long = (mib: number) => (at: number) => `${at}${'x'.repeat(mib << 20)}`;
    const { results } = await changed({ a: line, b: long(1), c: long(32), d: line });
    expect(results.map(({ diff: { length }, ...rest }) => ({ ...rest, length }))).toMatchObject([
      { path: 'a', binary: false, length: 18 },
      { path: 'b', binary: false, additions: 1, deletions: 1, cut: true, length: 65_536 },
      { path: 'c', binary: true, additions: 0, deletions: 0, length: 0 },
      { path: 'd', binary: false, length: 18 },
    ]);
  });

  it('may be more than git has memory for', async () => {
    const { directory } = await world.repository();
    const prefix = 'n'.repeat(240);
    const [base, head] = await Promise.all(['x', 'y'].map((text) => unfolding(directory, 4, text, prefix)));
    const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
    const diff = new GitDiff(processes, ReadTurns.ofPrograms(), { memory: 24 << 20 });
    for (const backwards of [false, true]) {
      const query = { base, head, offset: 0, limit: 1, backwards };
      const asked = diff.changes({ directory, query, reading: reading() });
      await expect(asked).rejects.toMatchObject({ code: 'too_large' });
    }
    // All files of what a history begins with are listed all the same.
    const query = { head, offset: 159_998, limit: 1, backwards: false };
    const first = await diff.changes({ directory, query, reading: reading() });
    expect(first).toMatchObject({ results: [{ status: 'added', oldMode: '000000', cut: true }], more: true });
    await processes.stop();
  });

  it('is told without renames where looking for them takes too long', async () => {
    const { directory } = await world.repository();
    // Each file is compared with each: no two are the same, and all are of about one size.
    const linesOf = (at: number) => Array.from({ length: 600 }, (_, line) => `${(line * at) % 7_919}\n`);
    const commit = (name: string, at: number) => {
      const files = Array.from({ length: 990 }, (_, file) => {
        const text = linesOf(1 + file + 1_000 * at).join('');
        return `M 100644 inline ${name}/${file}\ndata ${text.length}\n${text}\n`;
      });
      return `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 1\nm\ndeleteall\n${files.join('')}`;
    };
    const input = commit('old', 1) + commit('new', 2);
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const [head, base] = (await world.must(['rev-list', 'main'], { cwd: directory })).trim().split('\n');
    const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
    // That takes git seconds, and has half a second; without it there is time on a slow machine, too.
    const diff = new GitDiff(processes, ReadTurns.ofPrograms(), { similar: 1 / 60 });
    const query = { base, head, offset: 989, limit: 2, backwards: false };
    const { results } = await diff.changes({ directory, query, reading: reading(30_000) });
    expect(results).toMatchObject([
      { path: 'new/99', status: 'added' },
      { path: 'old/0', status: 'deleted' },
    ]);
    await processes.stop();
  });

  it('is asked once where git fails for another reason than the time', async () => {
    const { directory } = await world.repository();
    const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
    let asked = 0;
    const start = processes.start.bind(processes);
    processes.start = (...words) => (asked++, start(...words));
    const diff = new GitDiff(processes, ReadTurns.ofPrograms());
    const query = { base: '1'.repeat(40), head: '2'.repeat(40), offset: 0, limit: 1, backwards: false };
    const changes = diff.changes({ directory, query, reading: reading() });
    await expect(changes).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(1);
    await processes.stop();
  });
});
