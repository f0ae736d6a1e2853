import { GitProcesses } from '../process/git-processes.js';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { everyReader } from '../read-by.fixture.js';
import { unquoted } from './blame-records.js';
import { LastCommits } from './last-commits.js';
import { ObjectReaders } from './object-readers.js';
import { oddHistory } from './odd-history.fixture.js';
import { ReadTurn } from './read-turns.js';
import type { RawEntry } from './tree-records.js';

const whole = { backwards: false, offset: 0, limit: 1000, withCommits: true };

describe.each(everyReader)('the commits that touched entries last, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);
  const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
  const objects = new ObjectReaders(processes);
  afterAll(async () => {
    objects.close();
    await processes.stop();
  });

  const imported = async (stream: string) => {
    const { directory } = await world.repository();
    const input = Buffer.from(stream, 'latin1');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const { log, tree } = world.kind.open(directory);
    return { directory, log, tree, tip: (await log.find('main', reading())) ?? '' };
  };
  const commit = (at: number, path: string, message = 'm') =>
    `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata ${message.length}\n${message}\nM 100644 inline ${path}\ndata 1\n${at % 10}\n`;

  /** The entries of a directory as git lists them; names are bytes. */
  const entriesOf = async (directory: string, tip: string, path: string): Promise<RawEntry[]> => {
    const at = path === '' ? [tip] : [tip, '--', `${path}/`];
    const listed = await world.must(['ls-tree', ...at], { cwd: directory });
    return listed.split('\n').map((line) => {
      const [, mode, id, name] = /^(\d+) \w+ (\w+)\t(.*)$/.exec(line) ?? [];
      return { mode, id, name: unquoted(name).slice(path === '' ? 0 : path.length + 1) };
    });
  };
  /** What git says of one path after another. */
  const told = async (directory: string, tip: string, path: string, entries: readonly RawEntry[]) => {
    const last = new Map<string, string>();
    for (const { name } of entries) {
      const at = path === '' ? name : `${path}/${name}`;
      const log = name.includes('\n')
        ? await world.must(['log', '-1', '--format=%H', tip, '--', at], { cwd: directory })
        : await world.must(['log', '-1', '--format=%H', '--stdin'], {
            cwd: directory,
            input: Buffer.from(`${tip}\n--\n${at}\n`, 'latin1'),
          });
      last.set(name, log);
    }
    return last;
  };

  it.each([1, 2, 3, 4, 5])(
    'are those that git names for each, in a history in which everything happens (%d)',
    async (seed) => {
      const { directory, tip } = await imported(oddHistory(seed, 80));
      const dense =
        seed % 2 === 0 ? ['commit-graph', 'write', '--reachable', '--changed-paths'] : ['version'];
      await world.must(dense, { cwd: directory });
      const small = new LastCommits(processes, objects, 5);
      const large = new LastCommits(processes, objects);
      const before = await world.must(['rev-parse', `${tip}~3`], { cwd: directory });
      for (const path of ['', 'd', 'd/e']) {
        const of = async (last: LastCommits, at: string) => {
          const entries = await entriesOf(directory, at, path);
          const where = { turn: new ReadTurn(directory, reading()), commit: at, path };
          return last.of(where, entries, AbortSignal.timeout(20_000));
        };
        const expected = await told(directory, tip, path, await entriesOf(directory, tip, path));
        expect(await of(large, tip)).toEqual(expected);
        // Another time out of what is remembered, of this commit and of an older one.
        const older = await told(directory, before, path, await entriesOf(directory, before, path));
        expect(await of(small, before)).toEqual(older);
        expect(await of(small, tip)).toEqual(expected);
        expect(await of(small, tip)).toEqual(expected);
      }
    },
  );

  it('come with a page of it', async () => {
    const { tree, log, tip } = await imported(
      commit(1, 'a') +
        commit(2, 'd/b', 'caf\xe9') +
        commit(3, 'd/b') +
        commit(4, '"d/\\351"') +
        commit(5, 'z'),
    );
    const ids = (await log.page({ from: tip, offset: 0, limit: 9, oldestFirst: true }, reading())).results;
    const page = async (query: object) => {
      const found = await tree.level({ ...whole, commit: tip, path: '', ...query }, reading());
      return found?.results.map(({ name, commit: last }) => [name, last]);
    };
    expect(await page({})).toEqual([
      ['a', ids[0]],
      ['d', ids[3]],
      ['z', ids[4]],
    ]);
    expect(await page({ path: 'd' })).toEqual([
      ['b', ids[2]],
      ['\ufffd', ids[3]],
    ]);
    expect(await page({ backwards: true, limit: 1 })).toEqual([['z', ids[4]]]);
    expect(await page({ withCommits: false, limit: 1 })).toEqual([['a', undefined]]);
    expect(await page({ path: 'a' })).toBeUndefined();
  });

  it('are absent where there was no time to find them', async () => {
    const { tree, tip } = await imported(commit(1, 'a'));
    const soon = await tree.level({ ...whole, commit: tip, path: '' }, reading(1_900));
    expect(soon?.results).toMatchObject([{ name: 'a' }]);
    expect(soon?.results[0]).not.toHaveProperty('commit');
  });

  it('end a page where their messages are large, and the next goes on', async () => {
    const large = 'x'.repeat(100_000);
    const names = Array.from({ length: 60 }, (_, at) => `f${String(at).padStart(2, '0')}`);
    const { tree, tip } = await imported(names.map((name, at) => commit(at + 1, name, large)).join(''));
    const first = await tree.level({ ...whole, commit: tip, path: '' }, reading());
    // Of all together 3 MiB are told.
    expect([first?.more, first?.results.length]).toEqual([true, 32]);
    const rest = await tree.level({ ...whole, commit: tip, path: '', offset: 32 }, reading());
    expect([rest?.more, rest?.results.length]).toEqual([false, 28]);
  });
});
