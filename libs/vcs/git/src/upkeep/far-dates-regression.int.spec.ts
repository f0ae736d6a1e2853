import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

// A commit-graph keeps 34 bits of a time. What git makes of it led astray behind a commit of a later one, was written
// for ever where it was the last of 64 bits, and was damage to `verify`.
describe('a commit whose time is far or none, once the commit-graph is written,', () => {
  const world = GitWorld.ofSuite({}, { delay: 600_000 });

  it.each([
    ['the first beyond 34 bits', ' 17179869184 +0000', 17_179_869_184],
    ['the last that git takes', ' 9223372036854775807 +0000', 0],
    ['the last of 64 bits', '18446744073709551615 +0000', 0],
    ['before 1970', '-5 +0000', -5],
    ['a word', 'never', 0],
    ['in the message', ' \n\n77 +0000', 0],
    ['two', ' 12 +0000 13 +0000', 12],
    ['one that seems to be in the message', '\n\ncommitter C <c@d> 77 +0000', 0],
  ])('does no harm: %s', async (_, behind, at) => {
    const { url, directory, work, tip } = await world.seeded(2);
    const made = async (parent: string, time: string): Promise<string> => {
      const input = `tree ${emptyTree}\nparent ${parent}\nauthor A <a@b> 1 +0000\ncommitter C <c@d>${time}\n\nm\n`;
      const write = ['hash-object', '-w', '--literally', '-t', 'commit', '--stdin'];
      return (await world.must(write, { cwd: work, input })).trim();
    };
    await world.must(['hash-object', '-w', '-t', 'tree', '--stdin'], { cwd: work, input: '' });
    const far = await made(tip, behind);
    const last = await made(await made(far, ' 1700000005 +0000'), ' 1700000006 +0000');
    await world.must(['push', '-q', url, `${last}:refs/heads/far`], { cwd: work });
    const data = world.kind.open(directory);
    const care = { signal: AbortSignal.timeout(20_000), tell: () => undefined };
    await data.care.maintain(care, 'c');
    expect(await data.care.verify(care)).toEqual({ lines: [], count: 0 });
    expect(await data.commitTimes([far, last], reading())).toEqual([at, 1_700_000_006]);
    expect(await data.log.commits([far], reading())).toMatchObject([{ committer: { at } }]);
    const query = { from: last, offset: 0, limit: 9, oldestFirst: false };
    const { results } = await data.log.page({ ...query, descendingFrom: tip }, reading());
    expect(results.map(({ id }) => id)).toContain(far);
    expect(await data.log.mergeBase?.(tip, last, reading())).toBe(tip);
    await world.must(['merge-base', '--is-ancestor', tip, last], { cwd: directory });
    await world.must(['push', '-q', url, `${await made(last, ' 1700000007 +0000')}:refs/heads/far`], {
      cwd: work,
    });
    await world.must(['clone', '-q', '--bare', url, `clone-${far}`]);
  });
});
