import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { VcsRefusal, type CommitDraft, type FileWrite } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const person = { name: 'A U Thor', email: 'author@example.org' };
const text = (path: string, content: string, mode?: string): FileWrite => ({
  ...{ path, content, encoding: 'utf-8' },
  ...(mode === undefined ? {} : { mode }),
});

describe('commits that are made for git', () => {
  const world = GitWorld.ofSuite();

  const empty = async () => {
    const { directory, url } = await world.repository();
    const { commits, branches } = world.kind.open(directory);
    const prepare = (draft: Partial<CommitDraft>) =>
      commits.prepare(
        { ...{ modified: [], deleted: [], message: 'm', author: person, committer: person }, ...draft },
        reading(),
      );
    /** On main, after what is there; or what is wrong. */
    const commit = async (draft: Partial<CommitDraft>) => {
      const expected = (await branches.snapshot()).get('main');
      const made = await prepare({ ...(expected === undefined ? {} : { parent: expected }), ...draft });
      if ('problems' in made) return made.problems;
      await made.publish({ id: 'main', expected });
      await made.discard();
      return made.id;
    };
    const git = (...args: string[]) => world.must(args, { cwd: directory });
    const objects = async () => (await readdir(join(directory, 'objects'), { recursive: true })).sort();
    const sound = async () => {
      const { code, stdout, stderr } = await world.git(['fsck', '--full', '--strict'], { cwd: directory });
      expect([code, stdout + stderr.replace(/^notice: .*\n/gm, '')]).toEqual([0, '']);
    };
    return { directory, url, branches, prepare, commit, git, objects, sound };
  };

  it('are as git itself would make them', async () => {
    const { commit, git, sound } = await empty();
    await commit({
      modified: [text('a.b/x', '1'), text('a/x', '2'), text('a-b', '3')],
    });
    const id = await commit({
      message: 'Übersicht\n\n- a',
      author: { name: 'Jörg <b>', email: 'j@example.org' },
      modified: [text('a0', 'ünï', '100755'), text('a/y/ж', 'z'), text('link', 'a/x', '120000')],
      deleted: ['a-b'],
    });
    expect(await git('log', '-1', '--format=%H %an <%ae> %cn%n%B', 'main')).toBe(
      `${id as string} Jörg b <j@example.org> A U Thor\nÜbersicht\n\n- a`,
    );
    expect(await git('-c', 'core.quotePath=false', 'ls-tree', '-r', 'main')).toBe(
      [
        `100644 blob ${await git('rev-parse', 'main:a.b/x')}\ta.b/x`,
        `100644 blob ${await git('rev-parse', 'main:a/x')}\ta/x`,
        `100644 blob ${await git('rev-parse', 'main:a/y/ж')}\ta/y/ж`,
        `100755 blob ${await git('rev-parse', 'main:a0')}\ta0`,
        `120000 blob ${await git('rev-parse', 'main:link')}\tlink`,
      ].join('\n'),
    );
    expect(await git('cat-file', 'blob', 'main:a0')).toBe('ünï');
    await sound();
  });

  it('have the trees that git’s own index makes of the same changes', async () => {
    const { directory, commit, git, sound } = await empty();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const names = ['a', 'a.b', 'a-', 'a0', 'b', 'ü'];
    const path = () => Array.from({ length: 1 + random(3) }, () => names[random(names.length)]).join('/');
    const files = new Map<string, string>();
    const inside = (one: string, other: string) => other.startsWith(`${one}/`);
    for (let round = 0; round < 25; round += 1) {
      const deleted = [...files.keys()].filter(() => random(3) === 0);
      for (const each of deleted) files.delete(each);
      const modified: FileWrite[] = [];
      for (let count = random(6); count > 0; count -= 1) {
        const at = path();
        const apart = ![...files.keys()].some((each) => inside(each, at) || inside(at, each));
        if (!apart || deleted.includes(at) || modified.some((each) => each.path === at)) continue;
        files.set(at, `${round} ${count}`);
        modified.push(text(at, `${round} ${count}`));
      }
      expect(await commit({ modified, deleted })).toMatch(/^[0-9a-f]{40}$/);
      const index = join(directory, `index-${round}`);
      const input = await Promise.all(
        [...files].map(async ([at, content]) => {
          const id = await world.must(['hash-object', '--stdin'], { cwd: directory, input: content });
          return `100644 ${id}\t${at}\n`;
        }),
      );
      await world.must(['init', '-q', '--bare', index]);
      await world.must(['--git-dir', index, 'update-index', '--index-info'], {
        input: input.join(''),
      });
      const tree = await world.must(['--git-dir', index, 'write-tree', '--missing-ok']);
      expect([round, await git('rev-parse', 'main^{tree}')]).toEqual([round, tree]);
    }
    await sound();
  });

  it('leave modes as they are, and links and submodules alone', async () => {
    const { directory, commit, git, sound } = await empty();
    const stream = [
      'commit refs/heads/main\ncommitter C <c@d> 1 +0000\ndata 2\nm\n',
      'M 100755 inline run\ndata 1\nx\nM 120000 inline link\ndata 1\nx\n',
      `M 160000 ${'1'.repeat(40)} sub\nM 100644 inline keep\ndata 1\nx\n`,
    ];
    await world.must(['fast-import', '--quiet'], { cwd: directory, input: stream.join('') });
    expect(await commit({ modified: [text('run', 'y'), text('link', 'keep')] })).toMatch(/^[0-9a-f]{40}$/);
    expect((await git('ls-tree', 'main')).replace(/ \w+ [0-9a-f]{40}\t/g, ' ')).toBe(
      '100644 keep\n120000 link\n100755 run\n160000 sub',
    );
    const invalid = { modified: { invalid: true } };
    expect(await commit({ modified: [text('sub', 'x')] })).toEqual(invalid);
    expect(await commit({ modified: [text('sub/x', 'x')] })).toEqual(invalid);
    expect(await commit({ modified: [text('link/x', 'x')] })).toEqual(invalid);
    expect(await commit({ modified: [text('x', 'x', '160000')] })).toEqual(invalid);
    expect(await commit({ modified: [text('x', 'x', '100664')] })).toEqual(invalid);
    expect(await commit({ deleted: ['sub'], modified: [text('run', 'z', '100644')] })).toMatch(
      /^[0-9a-f]{40}$/,
    );
    expect((await git('ls-tree', 'main')).replace(/ \w+ [0-9a-f]{40}\t/g, ' ')).toBe(
      '100644 keep\n120000 link\n100644 run',
    );
    await sound();
  });

  it('hold no attack on whoever checks them out, and leave nothing of it behind', async () => {
    const { commit, objects, sound } = await empty();
    await commit({ modified: [text('a', 'x')] });
    const before = await objects();
    const invalid = { modified: { invalid: true } };
    const module = (url: string) => `[submodule "x"]\n\tpath = x\n\turl = ${url}\n`;
    const attacks = [
      text('.gitmodules', module('--upload-pack=touch /tmp/x')),
      text('.gitmodules', '[submodule "../../x"]\n\tpath = x\n\turl = https://example.org\n'),
      text('.GITMODULES ', module('-x')),
      text('.gitmodules', 'a', '120000'),
      text('.gitattributes', `* ${'x'.repeat(3000)}\n`),
      text('x', '../../etc/passwd', '120000'),
      text('x', '/etc/passwd', '120000'),
      text('x', '.git/hooks', '120000'),
      ...['.git/config', 'a/.GIT/x', '.git\u200c/x', 'GIT~1/x', '.git /x', 'b\\..\\..\\x'].map((path) =>
        text(path, 'x'),
      ),
    ];
    for (const attack of attacks)
      expect([attack, await commit({ modified: [attack] })]).toEqual([attack, invalid]);
    expect(await objects()).toEqual(before);
    expect(await commit({ modified: [text('.gitmodules', module('https://example.org/x'))] })).toMatch(
      /^[0-9a-f]/,
    );
    await sound();
  });

  it('are refused for good in directories of more than 16 MiB', async () => {
    const { directory, prepare, commit, git, objects } = await empty();
    await commit({ modified: [text('a', 'x')] });
    const blob = Buffer.from(await git('rev-parse', 'main:a'), 'hex');
    const entry = (_: unknown, at: number) =>
      Buffer.concat([Buffer.from(`100644 f${String(at).padStart(7, '0')}\0`), blob]);
    const input = Buffer.concat(Array.from({ length: 470_000 }, entry));
    const tree = await world.must(['hash-object', '-w', '-t', 'tree', '--stdin'], { cwd: directory, input });
    const parent = await git('commit-tree', '-m', 'm', tree);
    const before = await objects();
    const most = { maximum: 16 << 20 };
    expect(await prepare({ parent, modified: [text('f', 'x')] })).toEqual({ problems: { modified: most } });
    expect(await prepare({ parent, deleted: ['f0000001'] })).toEqual({ problems: { deleted: most } });
    expect(await objects()).toEqual(before);
  });

  it('are made on a first branch, whatever becomes of HEAD afterwards', async () => {
    const { branches, prepare } = await empty();
    const made = await prepare({ modified: [text('a', 'x')] });
    if ('problems' in made) throw new Error('nothing is wrong');
    const ended = jest.spyOn(world.engine, 'setHead');
    ended.mockRejectedValueOnce(new VcsRefusal('unavailable', 'the engine ended'));
    await made.publish({ id: 'trunk', expected: undefined });
    expect(ended).toHaveBeenCalledTimes(1);
    ended.mockRestore();
    await made.discard();
    expect((await branches.snapshot()).get('trunk')).toBe(made.id);
  });

  it('that lost a race leave nothing behind', async () => {
    const { branches, prepare, commit, objects, sound } = await empty();
    const tip = (await commit({ modified: [text('a', 'x')] })) as string;
    const made = await prepare({ parent: tip, modified: [text('b', 'y')] });
    await commit({ modified: [text('c', 'z')] });
    if ('problems' in made) throw new Error('nothing is wrong');
    const before = await objects();
    expect(before.filter((name) => name.includes('tmp_objdir'))).not.toEqual([]);
    await expect(made.publish({ id: 'main', expected: tip })).rejects.toMatchObject({ code: 'moved' });
    await expect(made.publish({ id: 'main/b', expected: undefined })).rejects.toMatchObject({
      code: 'name_collides',
    });
    await made.discard();
    expect(await objects()).toEqual(before.filter((name) => !name.includes('tmp_objdir')));
    expect((await branches.snapshot()).size).toBe(1);
    await sound();
  });

  it('hold anything: nothing at all, much, many files, and bytes', async () => {
    const { directory, commit, git, objects, sound } = await empty();
    await commit({ modified: [text('a/b/c', 'x')] });
    await commit({ deleted: ['a/b/c'] });
    expect(await git('ls-tree', 'main')).toBe('');
    await commit({ modified: [] });
    expect(await git('rev-list', '--count', 'main')).toBe('3');
    const large = Buffer.alloc(3 << 20, 'abc\n\0ü');
    await commit({ modified: [{ path: 'large', content: large.toString('base64'), encoding: 'base64' }] });
    expect(await git('cat-file', '-s', 'main:large')).toBe(String(large.length));
    const many = Array.from({ length: 500 }, (_, at) => text(`d${at % 7}/e${at % 11}/f${at}`, String(at)));
    await commit({ modified: many, message: 'x'.repeat(50_000) });
    expect((await git('ls-tree', '-r', '--name-only', 'main')).split('\n')).toHaveLength(501);
    expect((await objects()).filter((name) => /pack\/pack-.*\.(pack|idx)$/.test(name))).toHaveLength(2);
    expect(await git('cat-file', 'blob', 'main:d5/e1/f243')).toBe('243');
    await sound();
    expect(await world.strays(directory)).toEqual([]);
  });

  it('go on in a repository whose objects lie in packs, and that is cloned and pushed to', async () => {
    const { directory, url, tip } = await world.seeded(5);
    await world.must(['repack', '-adq'], { cwd: directory });
    const { commits, branches } = world.kind.open(directory);
    const draft = { message: 'm', author: person, committer: person, deleted: [] };
    const made = await commits.prepare({ ...draft, parent: tip, modified: [text('n/x', '1')] }, reading());
    if ('problems' in made) throw new Error('nothing is wrong');
    await made.publish({ id: 'main', expected: tip });
    await made.discard();
    // What is neither published nor thrown away goes with the engine.
    await commits.prepare({ ...draft, parent: tip, modified: [text('n/x', '2')] }, reading());
    const path = join(world.root, 'clone-of-commits');
    await world.must(['clone', '-q', '-b', 'main', url, path]);
    expect(await world.must(['rev-parse', 'HEAD'], { cwd: path })).toBe(made.id);
    await world.must(['commit', '-q', '--allow-empty', '-m', 'next'], { cwd: path });
    await world.must(['push', '-q', 'origin', 'main'], { cwd: path });
    expect((await branches.snapshot()).get('main')).toBe(
      await world.must(['rev-parse', 'HEAD'], { cwd: path }),
    );
  });
});
