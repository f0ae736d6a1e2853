/** @alone Takes much of the disk and of memory. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorization, must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { beyondBounds, MemoryWatch } from '../clients/memory-watch.js';
import { run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

/** So long may anything take on a machine that has nothing else to do (ms). */
const patience = 600_000;

/** Files of one line each, by their bytes: what git streams, what it compares, and what is blamed. */
const sizes = { long: 100_000_000, middle: 31_000_000, short: 15_000_000 };
const line = (size: number, first: string): Buffer => {
  const bytes = Buffer.alloc(size, 'y');
  bytes.write(first, 0);
  bytes.write('needle', size >> 1);
  return bytes;
};

describe('A line of 100 MB', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let first: string;
  let second: string;
  let watch: MemoryWatch;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    watch = new MemoryWatch();
    const commit = async (begin: string, message: string[]): Promise<string> => {
      for (const [name, size] of Object.entries(sizes))
        await writeFile(join(copy.directory, name), line(size, begin));
      await copy.must('add', '.');
      await copy.must('commit', '-q', ...message);
      return copy.must('rev-parse', 'HEAD');
    };
    first = await commit('a', ['-m', 'one']);
    second = await commit('b', ['-F', await copy.file(Buffer.alloc(3_000_000, 'm'))]);
  }, patience);
  afterAll(() => watch.end());

  const at = (path: string): string => `${repository.path}/commits/${path}`;
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${admin.base}${at(path)}`, { headers: { authorization: authorization(admin.keys), ...headers } });

  it(
    'is pushed, and cloned',
    async () => {
      const options = { cwd: copy.directory, timeout: patience };
      const url = admin.in(repository.url);
      const pushed = await run('git', ['push', '-q', url, 'HEAD:main'], options);
      expect([pushed.status, pushed.output]).toEqual([0, '']);
      const clone = join(await scratch(), 'clone');
      const cloned = await run('git', ['clone', '-q', '--bare', url, clone], options);
      expect([cloned.status, cloned.output]).toEqual([0, '']);
      // Of a message it is more than a commit may have.
      await copy.must('commit', '-q', '--allow-empty', '-F', await copy.file(Buffer.alloc(100_000_000, 'm')));
      const refused = await run('git', ['push', '-q', url, 'HEAD:more'], options);
      expect([refused.status, refused.output]).toEqual([
        1,
        expect.stringContaining('commits and tags may have'),
      ]);
      await copy.must('reset', '-q', '--hard', second);
    },
    patience,
  );

  it('comes as it is, whole and in part', async () => {
    const whole = await get(`${second}/files/long`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.equals(line(sizes.long, 'b'))]).toEqual([200, true]);
    const part = await get(`${second}/files/long`, { range: 'bytes=50000000-50000005' });
    expect([part.status, await part.text()]).toEqual([206, 'needle']);
    const entry = await must(admin.api.get(at(`${second}/tree`)));
    expect(entry.results.map(({ name, size }) => [name, size])).toEqual(Object.entries(sizes));
  });

  it('is told in changes with a mark', async () => {
    const { results } = await must(admin.api.get(at(`${second}/changesets`)));
    const told = results.map(({ path, diff, ...rest }) => ({ path, bytes: String(diff).length, ...rest }));
    expect(told).toMatchObject([
      { path: 'long', status: 'modified', binary: true, bytes: 0 },
      { path: 'middle', status: 'modified', truncated: true },
      { path: 'short', status: 'modified', truncated: true },
    ]);
    expect(Math.max(...told.map(({ bytes }) => bytes))).toBeLessThanOrEqual(65_536);
    const added = await must(admin.api.get(at(`${first}/changesets`)));
    expect(added.results).toHaveLength(3);
  });

  it('is found around the place, where git can hold it', async () => {
    const found = await must(admin.api.get(at(`${second}/search?search_term=NEEDLE`)));
    const told = found.results.map(({ path, line: number, truncated }) => [path, number, truncated]);
    const texts = found.results.map(({ text }) => String(text));
    expect(texts.every((text) => text.includes('needle') && text.length <= 1_000)).toBe(true);
    // What there was no time for comes with another page.
    if (!found.metadata.more_results)
      expect(told).toEqual([
        ['middle', 1, true],
        ['short', 1, true],
      ]);
  });

  it('is blamed where it is short enough, and else refused for ever', async () => {
    const refused = await admin.api.get(at(`${second}/blame/long`));
    expect(refused).toMatchObject({ status: 422, body: { api_errors: { path: { invalid: true } } } });
    const { results } = await must(admin.api.get(at(`${second}/blame/short`)));
    expect(results).toMatchObject([{ line: 1, count: 1 }]);
  });

  it('is in an archive', async () => {
    const answer = await get(`${second}/archive`);
    const bytes = await answer.arrayBuffer();
    expect([answer.status, bytes.byteLength > 100_000]).toEqual([200, true]);
  });

  it('of 3 MB in a message is cut, with a mark', async () => {
    const shown = await must(admin.api.get(at(second)));
    expect(shown).toMatchObject({ id: second, truncated: true });
    const { results } = await must(admin.api.get(at(`${second}/history`)));
    expect(results.map(({ id }) => id)).toEqual([second, first]);
    const touched = await must(admin.api.get(at(`${second}/tree?include=commit`)));
    expect(touched.results.map(({ commit }) => (commit as { id: string }).id)).toEqual(Array(3).fill(second));
    const { commit } = await must(
      admin.api.post(`${repository.path}/tags`, { id: 'v1', commit: second }),
      201,
    );
    expect(commit).toBe(second);
  });

  it('makes no process grow beyond its bounds', () => {
    process.stderr.write(`${JSON.stringify(watch.most)}\n`);
    expect(beyondBounds(watch)).toEqual([]);
  });
});
