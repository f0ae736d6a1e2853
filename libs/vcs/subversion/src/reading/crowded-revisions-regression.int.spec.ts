import type { LogQuery, Reading } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// A page of 400 revisions with messages of a megabyte was collected whole in the process that serves everybody: it ran
// out of memory, and all transfers of all kinds ended with it. Anybody who may read could ask for it.
describeSubversion('pages of revisions with long messages', () => {
  const world = SubversionWorld.ofSuite();

  const count = 6;
  const length = 1_000_000;
  const most = 5 << 20;
  const reading = (): Reading => ({
    owner: { company: 'acme', account: 'ann' },
    deadline: Date.now() + 20_000,
  });
  const said = (messages: readonly (string | undefined)[]): number =>
    messages.reduce((sum, message) => sum + (message?.length ?? 0), 0);

  it('are cut where they have enough', async () => {
    const { directory } = await world.repository(false);
    for (let at = 1; at <= count; at += 1) {
      const made = ['mkdir', `file://${directory}/d${at}`, '-m', 'short'];
      await world.must('svn', made);
      const long = ['setlog', directory, '-r', String(at), '--bypass-hooks', '/dev/stdin'];
      await world.must('sh', [
        '-c',
        `head -c ${length} /dev/zero | tr '\\0' m | svnadmin "$@"`,
        'sh',
        ...long,
      ]);
    }
    const repository = world.kind.open(directory);
    const { log, tree } = repository;
    const query: LogQuery = { from: String(count), offset: 0, limit: 1000, oldestFirst: false };
    const ids: string[] = [];
    for (let more = true; more;) {
      const page = await log.page({ ...query, offset: ids.length }, reading());
      const told = said(page.results.map(({ message }) => message));
      expect([told > 0, told < most]).toEqual([true, true]);
      ids.push(...page.results.map(({ id }) => id));
      more = page.more;
    }
    expect(ids).toEqual(['6', '5', '4', '3', '2', '1']);
    const found = await log.commits(ids, reading());
    expect(found.map((commit) => commit?.id)).toEqual(ids);
    expect(said(found.map((commit) => commit?.message))).toBeLessThan(most);
    expect(found[0]).toMatchObject({ cut: true });
    const part = { commit: '6', path: '', backwards: false, offset: 0, limit: 1000, withCommits: true };
    const level = await tree.level(part, reading());
    expect(level?.results.map(({ commit }) => commit?.id)).toEqual(['1', '2', '3', '4']);
    expect(level?.more).toBe(true);
    expect(said(level?.results.map(({ commit }) => commit?.message) ?? [])).toBeLessThan(most);
    const times = await repository.commitTimes(ids, reading());
    expect(times.every((at) => at !== undefined && at > 1_700_000_000)).toBe(true);
  }, 60_000);

  it('are told with each entry of a directory, of which as many are told as are not too large', async () => {
    const { directory } = await world.repository(false);
    const url = `file://${directory}`;
    const made = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${url}/${name}`);
    await world.must('sh', [
      '-c',
      `head -c ${length} /dev/zero | tr '\\0' m > ${directory}.message; exec svn "$@"`,
      ...['sh', 'mkdir', ...made, '-F', `${directory}.message`],
    ]);
    const { tree } = world.kind.open(directory);
    const page = async (offset: number) => {
      const part = { commit: '1', path: '', backwards: false, offset, limit: 1000, withCommits: true };
      const level = await tree.level(part, reading());
      return [level?.results.map(({ name, commit }) => `${name}${commit?.id}`), level?.more];
    };
    expect(await page(0)).toEqual([['a1', 'b1', 'c1', 'd1'], true]);
    expect(await page(4)).toEqual([['e1', 'f1'], false]);
  });
});
