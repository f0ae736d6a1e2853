import { writeFile } from 'node:fs/promises';
import type { LogQuery, Reading } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// A page of 400 revisions with messages of a megabyte was collected whole in the process that serves everybody: it ran
// out of memory, and all transfers of all kinds ended with it. Anybody who may read could ask for it.
describeSubversion('pages of revisions with long messages', () => {
  const world = SubversionWorld.ofSuite();

  const count = 60;
  const length = 200_000;
  /** Of each message 160 KiB are told, of all that are told so 3 MiB. */
  const [told, whole] = [160 << 10, 20];
  const most = 4 << 20;
  const long = 'm'.repeat(length);

  /** A revision that makes a directory. */
  const dumped = (at: number): string => {
    const properties = `K 7\nsvn:log\nV ${length}\n${long}\nK 8\nsvn:date\nV 27\n2024-01-01T00:00:00.000000Z\nPROPS-END\n`;
    const head = (size: number): string => `Prop-content-length: ${size}\nContent-length: ${size}\n\n`;
    const node = `Node-path: ${nameOf(at)}\nNode-kind: dir\nNode-action: add\n${head(10)}PROPS-END\n\n\n`;
    return `Revision-number: ${at}\n${head(properties.length)}${properties}\n${node}`;
  };
  const nameOf = (at: number): string => `d${String(at).padStart(2, '0')}`;
  const reading = (): Reading => ({
    owner: { company: 'acme', account: 'ann' },
    deadline: Date.now() + 600_000,
  });
  const said = (messages: readonly (string | undefined)[]): number =>
    messages.reduce((sum, message) => sum + (message?.length ?? 0), 0);

  it('are cut where they have enough', async () => {
    const { directory } = await world.repository(false);
    const revisions = Array.from({ length: count }, (_, at) => dumped(at + 1));
    await writeFile(`${directory}.dump`, `SVN-fs-dump-format-version: 2\n\n${revisions.join('')}`);
    await world.must('sh', ['-c', 'svnadmin load -q "$0" < "$0.dump"', directory]);
    const repository = world.kind.open(directory);
    const { log, tree } = repository;
    const query: LogQuery = { from: String(count), offset: 0, limit: 1000, oldestFirst: false };
    const ids: string[] = [];
    for (let more = true; more;) {
      const page = await log.page({ ...query, offset: ids.length }, reading());
      const characters = said(page.results.map(({ message }) => message));
      expect([characters > 0, characters < most]).toEqual([true, true]);
      ids.push(...page.results.map(({ id }) => id));
      more = page.more;
    }
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => String(count - at)));
    const found = await log.commits(ids, reading());
    expect(found.map((commit) => commit?.id)).toEqual(ids);
    expect(said(found.map((commit) => commit?.message))).toBeLessThan(most);
    expect(found.map((commit) => commit?.message.length).sort((a = 0, b = 0) => b - a)).toEqual([
      ...Array<number>(whole).fill(told),
      ...Array<number>(count - whole).fill(1 << 10),
    ]);
    expect(found.every((commit) => commit?.cut)).toBe(true);
    const part = {
      commit: String(count),
      path: '',
      backwards: false,
      offset: 0,
      limit: 1000,
      withCommits: true,
    };
    const level = await tree.level(part, reading());
    expect(level?.results.map(({ commit }) => commit?.id)).toEqual(
      Array.from({ length: level?.results.length ?? 0 }, (_, at) => String(at + 1)),
    );
    expect(level?.more).toBe(true);
    expect(said(level?.results.map(({ commit }) => commit?.message) ?? [])).toBeLessThan(most);
    const times = await repository.commitTimes(ids, reading());
    expect(times.every((at) => at !== undefined && at > 1_700_000_000)).toBe(true);
  });

  it('are told with each entry of a directory, of which as many are told as are not too large', async () => {
    const { directory } = await world.repository(false);
    const url = `file://${directory}`;
    const names = Array.from({ length: count }, (_, at) => nameOf(at));
    await writeFile(`${directory}.message`, long);
    const made = names.map((name) => `${url}/${name}`);
    await world.must('svn', ['mkdir', ...made, '-F', `${directory}.message`]);
    const { tree } = world.kind.open(directory);
    const page = async (offset: number) => {
      const part = { commit: '1', path: '', backwards: false, offset, limit: 1000, withCommits: true };
      const level = await tree.level(part, reading());
      return [level?.results.map(({ name, commit }) => `${name}${commit?.id}`), level?.more];
    };
    const shown = names.map((name) => `${name}1`);
    expect(await page(0)).toEqual([shown.slice(0, whole), true]);
    expect(await page(whole)).toEqual([shown.slice(whole, 2 * whole), true]);
    expect(await page(2 * whole)).toEqual([shown.slice(2 * whole), false]);
  });
});
