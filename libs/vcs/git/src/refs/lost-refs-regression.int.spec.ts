import { jest } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TransferClient } from '@holdfast/vcs-spi/engine';
import { reading } from '../awaited-reading.fixture.js';
import { GitDisk } from '../git-disk.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const actor = { name: 'Jane', email: 'jane@example.com' };

// Of a power failure the page cache is lost: what is answered as written is on the disk by then.
describe('what git has written when it is answered', () => {
  const world = GitWorld.ofSuite({}, { delay: 3_600_000 });
  const disk = new GitDisk(world);
  let seeded: Awaited<ReturnType<GitWorld['seeded']>>;
  let name: string;

  beforeAll(async () => {
    await disk.watch();
    seeded = await world.seeded(1);
    name = basename(seeded.directory);
  });
  afterAll(() => disk.end());
  beforeEach(() => disk.brought());

  const push = (...args: string[]) => world.must(['push', '-q', seeded.url, ...args], { cwd: seeded.work });
  const talk = (...args: string[]) => {
    const over = ['-c', `core.sshCommand=${world.talker}`, '-c', 'ssh.variant=ssh'];
    const url = seeded.path.replace('/admin/', 'ssh://admin@engine/');
    return world.must([...over, 'push', '-q', url, ...args], { cwd: seeded.work });
  };
  const branches = (prefix: string, count: number) =>
    world.must(['update-ref', '--stdin'], {
      cwd: seeded.work,
      input: Array.from(
        { length: count },
        (_, at) => `create refs/heads/${prefix}${at} ${seeded.tip}\n`,
      ).join(''),
    });

  it('has the objects and the reference of a small push, and the name of the reference', async () => {
    await world.grow(seeded.work, 'topic', 1);
    await disk.brought();
    await push('topic');
    const { flushed, written, whole, paths } = await disk.brought();
    expect({ written, whole }).toEqual({ written: 1, whole: 0 });
    expect(flushed).toBeGreaterThanOrEqual(2);
    expect(paths).toEqual([`${name}/refs/heads`]);
  });

  it('has the directories that a reference is the first in', async () => {
    await push('HEAD:refs/heads/a/b/c');
    expect((await disk.brought()).paths.sort()).toEqual(
      ['refs/heads', 'refs/heads/a', 'refs/heads/a/b'].map((each) => `${name}/${each}`),
    );
  });

  it('has the file of packed references, which a deletion changes', async () => {
    await push('HEAD:refs/heads/old');
    await world.must(['pack-refs', '--all'], { cwd: seeded.directory });
    await disk.brought();
    await push('--delete', 'old');
    const { flushed, paths } = await disk.brought();
    expect(flushed).toBeGreaterThanOrEqual(1);
    expect(paths.sort()).toEqual([`${name}/`, `${name}/refs/heads`].map((each) => each.replace(/\/$/, '')));
  });

  it.each([
    ['a request', push],
    ['a conversation', talk],
  ])(
    'has all references of very many by %s, at once, before one of them takes the place of another',
    async (way, send) => {
      const prefix = `many-${way.split(' ')[1]}-`;
      await branches(prefix, 300);
      await send(`refs/heads/${prefix}*:refs/heads/${prefix}*`);
      const { flushed, whole, locks } = await disk.brought();
      expect({ flushed, whole }).toEqual({ flushed: 0, whole: 2 });
      expect(locks).toBeGreaterThanOrEqual(300);
    },
  );

  // It was taken for time in which the client lets others wait: it had to give way, and its push seemed to have failed.
  it('has taken no time of a client that talks', async () => {
    await branches('timed-', 300);
    const ours = jest.spyOn(TransferClient.prototype, 'ours');
    await talk('refs/heads/timed-0');
    // What git waits for besides, the decision for instance.
    const usual = ours.mock.calls.length;
    ours.mockClear();
    await talk('refs/heads/timed-*:refs/heads/timed-*');
    expect(ours).toHaveBeenCalledTimes(usual + 1);
    ours.mockRestore();
  });

  it('has none of very many that could not be brought there', async () => {
    await branches('lost', 300);
    await disk.fails();
    const args = ['push', '-q', seeded.url, 'refs/heads/lost*:refs/heads/lost*'];
    const { code, stderr } = await world.git(args, { cwd: seeded.work });
    expect(code).not.toBe(0);
    expect(stderr).toContain('remote: the disk of the server could not be written, try again');
    // Others went over all of it, and upkeep counted references that are not there.
    expect(world.reports.at(-1)).toMatchObject({ accepted: true, changed: false });
    expect(Object.keys(await world.branchesOf(seeded.directory)).filter((id) => /^lost/.test(id))).toEqual(
      [],
    );
  });

  // All that others have written waits for them there.
  it.each([
    ['a request', push],
    ['a conversation', talk],
  ])('has some references by %s without all else on the disk', async (way, send) => {
    const prefix = `some-${way.split(' ')[1]}-`;
    await branches(prefix, 100);
    await send(`refs/heads/${prefix}*:refs/heads/${prefix}*`);
    const { flushed, whole, paths } = await disk.brought();
    expect(flushed).toBeGreaterThanOrEqual(100);
    expect({ whole, paths }).toEqual({ whole: 0, paths: [`${name}/refs/heads`] });
  });

  it('has the reference of a client that has a part of the history only, and says so at length', async () => {
    const deep = await world.grow(seeded.work, 'deep', 100);
    await push('deep');
    const shallow = join(seeded.work, '.git/shallow');
    await writeFile(shallow, deep.map((id) => `${id}\n`).join(''));
    await disk.brought();
    await push('deep:refs/heads/shallow').finally(() => rm(shallow));
    const { flushed, whole, paths } = await disk.brought();
    expect(flushed).toBeGreaterThanOrEqual(1);
    expect({ whole, paths }).toEqual({ whole: 0, paths: [`${name}/refs/heads`] });
  });

  it('has what the API writes: objects, reference and HEAD', async () => {
    const repository = world.kind.open(seeded.directory);
    await repository.branches.create({ id: 'made', commit: seeded.tip, actor }, reading());
    expect(await disk.brought()).toMatchObject({ paths: [`${name}/refs/heads`] });
    await repository.setHead('made');
    expect((await disk.brought()).paths).toEqual([`${name}/HEAD.lock`, name]);
    expect(await repository.head()).toBe('made');
  });

  it('has a new repository, and its name', async () => {
    const directory = world.freshDirectory();
    await world.kind.create(directory);
    const { paths } = await disk.brought();
    expect(paths.at(-1)).toBe('.');
    expect(paths.filter((path) => /\/(HEAD|config|refs\/heads)$/.test(path))).toHaveLength(3);
  });
});
