import { join } from 'node:path';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { contentOf } from '../content-of.fixture.js';
import { GrowingProcesses } from '../growing-processes.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

const mib = 1 << 20;
const line = 'a line of a file that is long, as many are\n';
const large = line.repeat(Math.ceil((33 * mib) / line.length));
const reading = () => ({
  owner: { company: 'acme', account: 'guest' },
  deadline: Date.now() + 60_000,
});

// A guest read large versions of his own; requests of all others in that process waited, or failed for want of memory.
describeMercurial('what is large', () => {
  const world = new MercurialWorld();
  let directory: string;
  let readingUrl: string;
  let work: string;
  let commit: string;
  let resident: GrowingProcesses;
  beforeAll(async () => {
    await world.start();
    resident = await GrowingProcesses.of(world);
    work = await world.work();
    for (const name of ['a', 'b', 'c']) await world.commit(work, name, `${name}\n${large}`);
    await world.must(work, 'copy', 'a', 'copied');
    await world.commit(work, 'b', 'b\nshort\n');
    // 120,000 lines, of which others are equal than in the version before.
    await world.commit(work, 'lines', '1\n2\n'.repeat(50_000));
    commit = await world.commit(work, 'lines', '2\n1\n1\n'.repeat(40_000));
    const repository = await world.repository();
    ({ directory, reading: readingUrl } = repository);
    await world.must(work, 'push', '-q', repository.url);
  });
  beforeEach(() => resident.begin());
  afterEach(async () => expect(await resident.growth()).toBeLessThan(24 * mib));
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const opened = () => world.kind.open(directory);
  const page = { backwards: false, offset: 0, limit: 100 };

  it('is listed without being read', async () => {
    const listed = await opened().tree.level({ commit, path: '', ...page }, reading());
    expect(listed?.results.map(({ path, size }) => [path, size])).toEqual([
      ['a', large.length + 2],
      ['b', 8],
      ['c', large.length + 2],
      ['copied', large.length + 2],
      ['lines', 240_000],
    ]);
  });

  it('is not looked for where its lines came from, but what came after it is', async () => {
    const { blame } = opened();
    await expect(blame.lines({ commit, path: 'a', ...page }, reading())).rejects.toMatchObject({
      code: 'too_large',
    });
    const of = async (path: string) =>
      (await blame.lines({ commit, path, ...page }, reading()))?.results.map((each) => each.count);
    expect(await of('b')).toEqual([2]);
  });

  it('of more lines than are compared in time is told as changed, and no more', async () => {
    const numbers = (step: number) => Array.from({ length: 200_000 }, (_, at) => `${at * step}\n`).join('');
    const other = await world.work();
    const base = await world.commit(other, 'numbers', numbers(1));
    const head = await world.commit(other, 'numbers', numbers(2));
    const repository = await world.repository();
    await world.must(other, 'push', '-q', repository.url);
    const { diff, blame } = world.kind.open(repository.directory);
    const { results } = await diff.changes({ head, base, ...page }, reading());
    expect(results).toEqual([expect.objectContaining({ path: 'numbers', status: 'modified', cut: true })]);
    const blamed = blame.lines({ commit: head, path: 'numbers', ...page }, reading());
    await expect(blamed).rejects.toMatchObject({ code: 'too_large' });
  });

  it('of very many lines is compared elsewhere', async () => {
    const { results } = await opened().diff.changes(
      { head: commit, base: `${await before()}`, ...page },
      reading(),
    );
    expect(results).toEqual([expect.objectContaining({ path: 'lines', status: 'modified' })]);
    const blamed = await opened().blame.lines({ commit, path: 'lines', ...page }, reading());
    expect(blamed?.results.length).toBeGreaterThan(0);
  });

  it('is left out where something is looked for', async () => {
    const query = { commit, text: 'short', contents: true, paths: true, ...page };
    const { results } = await opened().search.matches(query, reading());
    expect(results).toEqual([{ path: 'b', line: 2, text: 'short' }]);
  });

  it('is sent by a program of its own: a file, a part of one, an archive', async () => {
    expect(await got({ file: { id: '1'.repeat(40), commit, path: 'copied', lasting: false } })).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      length: large.length + 2,
    });
    const part = { file: { id: '1'.repeat(40), commit, path: 'a', lasting: false } };
    expect(await got(part, { range: 'bytes=0-0' })).toMatchObject({ status: 206, length: 1 });
    const archive = await got({ archive: { commit, format: 'zip', name: 'all', lasting: false } });
    expect(archive).toMatchObject({ status: 200 });
    expect(archive.length).toBeGreaterThan(1_000);
  });

  it('is pulled from a program of its own', async () => {
    const path = join(world.root, 'pulled');
    await world.must(world.root, 'clone', '--pull', '-q', readingUrl, path);
    expect(await world.must(path, 'log', '-r', 'tip', '-T', '{node}')).toBe(commit);
    await world.must(path, 'verify', '-q');
  });

  const before = () => world.must(work, 'log', '-r', `${commit}^`, '-T', '{node}');

  /** Without the bytes: what is not as it should be is printed. */
  const got = async (asked: Partial<TransferGrant>, headers: Record<string, string> = {}) => {
    const { status, type, length } = await contentOf(world, directory, asked, headers);
    return { status, type, length };
  };
});
