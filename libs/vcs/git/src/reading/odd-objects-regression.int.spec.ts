import type { TreeEntry } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const capitals = (id: string): string => id.toUpperCase();

describe('objects that only other programs write', () => {
  const world = GitWorld.ofSuite();

  const written = async (work: string, type: string, input: string | Buffer): Promise<string> =>
    world.must(['hash-object', '-w', '--literally', '-t', type, '--stdin'], { cwd: work, input });

  // git takes ids in capital letters: of tags of such it was not seen that they are too deep.
  it('may name others in capital letters', async () => {
    const { url, directory, work, tip } = await world.seeded(2);
    const tree = await world.must(['rev-parse', `${tip}^{tree}`], { cwd: work });
    const who = 'C <c@d> 1700000000 +0000';
    const head = `tree ${capitals(tree)}\nparent ${capitals(tip)}\nauthor ${who}\ncommitter ${who}\n`;
    const commit = await written(work, 'commit', `${head}\nm\n`);
    const tags = [
      await written(work, 'tag', `object ${capitals(commit)}\ntype commit\ntag t\ntagger ${who}\n\nm\n`),
    ];
    for (let at = 1; at < 22; at += 1)
      tags.push(
        await written(work, 'tag', `object ${capitals(tags[at - 1])}\ntype tag\ntag t\ntagger ${who}\n\nm\n`),
      );
    const push = (...refs: string[]) => world.git(['push', '-q', url, ...refs], { cwd: work });
    expect(await push(`${commit}:refs/heads/odd`, `${tags[1]}:refs/tags/two`)).toMatchObject({ code: 0 });
    expect((await push(`${tags[21]}:refs/tags/deep`)).stderr).toContain('a tag of a tag and so on');
    const data = world.kind.open(directory);
    expect(await data.tags.targets([tags[1]], reading())).toMatchObject([
      { commit, annotation: { message: 'm' } },
    ]);
    expect(await data.log.commits([commit], reading())).toMatchObject([{ parents: [tip] }]);
    const asked = { commit, path: '', backwards: false, offset: 0, limit: 9 };
    const [at, of] = await Promise.all(
      [commit, tip].map((each) => data.tree.level({ ...asked, commit: each }, reading())),
    );
    expect(at?.results).toEqual(of?.results);
    expect(at).toBeDefined();
  });

  // A line that goes on is none to git in these headers; of two people it tells the last one, and finds by the first.
  it('have people, and times of them, in more lines than one', async () => {
    const { url, directory, work, tip } = await world.seeded(1);
    const tree = await world.must(['rev-parse', `${tip}^{tree}`], { cwd: work });
    const head = `tree ${tree}\nauthor \xe4 <a@e.org> 100 +0000\ncommitter C <c@e.org> 200 +0000\n`;
    const ids = [];
    for (const more of [
      ' foo',
      ' foo <x@e.org> 900 +0000',
      'author B <b@e.org> 400 +0000',
      'committer D <d@e.org> 300 +0000\n foo <x@e.org> 900 +0000',
      'committer D <d@e.org>',
      'committer ',
      'committer',
      'encoding ISO-8859-1\n foo',
      'x y\n author B <b@e.org> 400 +0000',
    ])
      ids.push(await written(work, 'commit', Buffer.from(`${head}${more}\n\nm\n`, 'latin1')));
    await world.must(['push', '-q', url, ...ids.map((id, at) => `${id}:refs/heads/${at}`)], { cwd: work });
    const told = await world.must(
      ['log', '--no-walk=unsorted', '--format=%H|%an|%ae|%at|%cn|%ce|%ct', ...ids],
      { cwd: directory },
    );
    const data = world.kind.open(directory);
    const lines = (await data.log.commits(ids, reading())).map((commit) => {
      const people = commit === undefined ? [] : [commit.author, commit.committer];
      return [commit?.id, ...people.flatMap(({ name, email, at }) => [name, email, at || ''])].join('|');
    });
    expect(lines).toEqual(told.split('\n'));
    expect(await data.commitTimes(ids, reading())).toEqual(ids.map(() => 200));
  });

  it('are directories whose modes are numbers of any kind', async () => {
    const { url, directory, work, tip } = await world.seeded(1);
    const blob = await world.must(['rev-parse', `${tip}^{tree}`], { cwd: work });
    const [file] = /[0-9a-f]{40}/.exec(await world.must(['ls-tree', blob], { cwd: work })) ?? [];
    const modes = ['100644', '0100755', '100664', '120777', '40755', '0', '644', '200644', '40000100711'];
    const entries = modes.flatMap((mode, at) => [
      Buffer.from(`${mode} ${at}\0`),
      Buffer.from(mode === '40755' ? blob : (file ?? ''), 'hex'),
    ]);
    const tree = await written(work, 'tree', Buffer.concat(entries));
    const commit = await world.must(['commit-tree', '-m', 'm', tree], { cwd: work });
    await world.must(['push', '-q', url, `${commit}:refs/heads/odd`], { cwd: work });
    const told = async (...flags: string[]) => {
      const lines = (await world.must(['ls-tree', ...flags, commit], { cwd: work })).split('\n');
      return lines.map((line) => /^(\d+) \w+ (\w+)\t(.+)$/.exec(line)?.slice(1));
    };
    const query = { commit, path: '', backwards: false, offset: 0, limit: 99 };
    const data = world.kind.open(directory);
    const listed = (found: readonly TreeEntry[]) => found.map(({ mode, id, path }) => [mode, id, path]);
    const level = (await data.tree.level(query, reading()))?.results ?? [];
    expect(listed(level)).toEqual(await told());
    expect(listed((await data.tree.files(query, reading())).results)).toEqual(await told('-r'));
    const sorts = [
      'file',
      'file',
      'file',
      'symlink',
      'directory',
      'submodule',
      'submodule',
      'submodule',
      'file',
    ];
    expect(level.map(({ type }) => type)).toEqual(sorts);
    for (const { path, mode, type } of level)
      expect(await data.tree.entry(commit, path, reading())).toMatchObject({ mode, type });
  });
});
