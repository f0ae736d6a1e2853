import { cp } from 'node:fs/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { everyReader } from '../read-by.fixture.js';

const whole = { backwards: false, offset: 0, limit: 1000 };
const newest = { offset: 0, limit: 1000, oldestFirst: false };

describe.each(everyReader)('what is read of a git repository, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);

  /** A repository made of a stream for `git fast-import`, in which a character is a byte. */
  const imported = async (stream: string) => {
    const { directory } = await world.repository();
    const input = Buffer.from(stream, 'latin1');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const { log, tree } = world.kind.open(directory);
    return { directory, log, tree, tip: (await log.find('main', reading())) ?? '' };
  };
  const head = (at: number, from = '') =>
    `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 2\nm\n${from ? `from ${from}\n` : ''}`;
  const file = (path: string, text = 'x', mode = '100644') =>
    `M ${mode} inline ${path}\ndata ${text.length}\n${text}\n`;

  it('has names that are no UTF-8, which are found by what is shown of them', async () => {
    const { log, tree, tip } = await imported(
      head(1) + file('"d\\351r/caf\\351"', 'bytes') + file('"d\\351r/\\303\\274"', 'ok'),
    );
    const { results } = await tree.files({ ...whole, commit: tip }, reading());
    expect(results.map(({ path }) => path)).toEqual(['d\ufffdr/caf\ufffd', 'd\ufffdr/ü']);
    expect(await tree.entry(tip, 'd\ufffdr/caf\ufffd', reading())).toMatchObject({
      size: 5,
      path: 'd\ufffdr/caf\ufffd',
    });
    expect(await tree.entry(tip, 'd\ufffdr/ü', reading())).toMatchObject({ size: 2 });
    expect(await tree.entry(tip, 'dér/ü', reading())).toBeUndefined();
    for (const path of ['d\ufffdr', 'd\ufffdr/caf\ufffd', 'd\ufffdr/ü']) {
      const touching = await log.page({ ...newest, from: tip, path }, reading());
      expect([path, touching.results.map(({ id }) => id)]).toEqual([path, [tip]]);
    }
  });

  let hungry: ReturnType<typeof imported> | undefined;
  /**
   * A repository of its own, of which nobody knows yet: `large` and the tag of this name take a little more memory than
   * a reader of objects has, `main` comes after `large`, and `apart` by itself.
   */
  const withHungry = async () => {
    const hold = `data ${49 << 20}\n${'m'.repeat(49 << 20)}\n`;
    const commit = `commit refs/heads/large\nmark :1\ncommitter C <c@d> 1 +0000\n${hold}`;
    const tag = `tag large\nfrom :1\ntagger T <t@d> 1 +0000\n${hold}`;
    const rest = `${head(2, ':1')}${file('a')}${head(1).replace('main', 'apart')}${file('a')}`;
    hungry ??= imported(`${commit}${tag}${rest}`);
    const made = await hungry;
    const directory = world.freshDirectory();
    await cp(made.directory, directory, { recursive: true });
    const data = world.kind.open(directory);
    const found = (name: string) => data.log.find(name, reading()).then((id) => id ?? '');
    const [tip, large, apart] = await Promise.all(['main', 'large', 'apart'].map(found));
    return { data, log: data.log, tree: data.tree, tip, large, apart };
  };

  it('is cut where it takes much memory, and the rest is read', async () => {
    const { data, log, tree, tip, large, apart } = await withHungry();
    const cut = { cut: true, message: expect.stringMatching(/^m{1000}/) as string };
    expect(await log.commits([large], reading())).toMatchObject([{ id: large, ...cut }]);
    expect(await log.commits([apart], reading())).toMatchObject([{ id: apart }]);
    expect(await tree.entry(apart, 'a', reading())).toMatchObject({ size: 1 });
    const { results } = await log.page({ ...newest, from: tip }, reading());
    expect(results).toMatchObject([{ id: tip }, { id: large, ...cut }]);
    expect(await data.commitTimes([large, tip], reading())).toEqual([1, 2]);
    const tagged = (await data.tags.snapshot()).get('large') ?? '';
    expect(await data.tags.targets([tagged, tip], reading())).toMatchObject([
      { commit: large, annotation: cut },
      { commit: tip },
    ]);
  });

  it('is read by others while somebody asks for what takes much memory', async () => {
    const { log, tree, large, apart: tip } = await withHungry();
    const attacker = { ...reading(), owner: { company: 'acme', account: 'eve' } };
    let isOver = false;
    const answers: unknown[] = [];
    const attacking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        // He has one turn for that.
        answers.push(await log.commits([large], attacker).catch((error: unknown) => error));
        await new Promise(setImmediate);
      }
    });
    for (let at = 0; at < 30; at += 1) {
      expect(await tree.entry(tip, 'a', reading())).toMatchObject({ size: 1 });
      expect(await log.find(tip.slice(0, 7 + (at % 30)), reading())).toBe(tip);
    }
    isOver = true;
    await Promise.all(attacking);
    expect(answers).toContainEqual([expect.objectContaining({ id: large, cut: true })]);
  });

  it('has symlinks, programs and submodules', async () => {
    const { tree, tip } = await imported(
      head(1) +
        file('link', 'target', '120000') +
        file('run', '#!', '100755') +
        `M 160000 ${'1'.repeat(40)} sub\n`,
    );
    const page = await tree.level({ ...whole, commit: tip, path: '' }, reading());
    expect(page?.results.map(({ name, type, mode, size }) => [name, type, mode, size])).toEqual([
      ['link', 'symlink', '120000', 6],
      ['run', 'file', '100755', 2],
      ['sub', 'submodule', '160000', undefined],
    ]);
    expect(await tree.level({ ...whole, commit: tip, path: 'sub' }, reading())).toBeUndefined();
    expect(await tree.entry(tip, 'link/target', reading())).toBeUndefined();
  });

  it('has names that mean something to git, and mean nothing here', async () => {
    const names = ['-x', ':(glob)**', '*', 'a\\b', 'a b', 'tab\there', 'new\nline', '..x'];
    const quoted = (name: string) =>
      `"${name.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
    const commits = names.map((name, at) => head(at + 1) + file(quoted(name), name));
    const { log, tree, tip } = await imported(commits.join(''));
    const { results } = await tree.files({ ...whole, commit: tip }, reading());
    expect(results.map(({ path }) => path).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(await tree.entry(tip, name, reading())).toMatchObject({ name, size: Buffer.byteLength(name) });
      const page = await log.page({ ...newest, from: tip, path: name }, reading());
      expect([name, page.results.length]).toEqual([name, 1]);
    }
  });

  it('has the history of a path as git tells it, also from a graph of commits', async () => {
    const side = 'commit refs/heads/side\ncommitter C <c@d> 3 +0000\ndata 1\ns\nfrom refs/heads/main\n';
    const { directory, log } = await imported(
      head(1) +
        file('a/x') +
        head(2) +
        file('b/y') +
        side +
        file('a/x', 'side') +
        head(4) +
        file('b/y', '2') +
        `commit refs/heads/main\ncommitter C <c@d> 5 +0000\ndata 1\nM\nmerge refs/heads/side\n${file('a/x', 'side')}`,
    );
    const tip = (await log.find('main', reading())) ?? '';
    const listed = async (path: string) =>
      (await log.page({ ...newest, from: tip, path }, reading())).results.map(({ id }) => id);
    const git = async (path: string) =>
      (await world.must(['log', '--format=%H', 'main', '--', path], { cwd: directory })).split('\n');
    const paths = ['a', 'a/x', 'b', 'b/y'];
    const before = await Promise.all(paths.map(listed));
    expect(before).toEqual(await Promise.all(paths.map(git)));
    await world.must(['commit-graph', 'write', '--reachable', '--changed-paths'], { cwd: directory });
    expect(await Promise.all(paths.map(listed))).toEqual(before);
  });

  it('does not end at the first commit whose clock was wrong', async () => {
    const { log, tip } = await imported(head(100) + head(50) + head(300));
    const times = async (query: object) =>
      (await log.page({ ...newest, from: tip, ...query }, reading())).results.map(
        ({ committer }) => committer.at,
      );
    expect(await times({ after: 60 })).toEqual([300, 100]);
    expect(await times({ before: 300, after: 50 })).toEqual([100]);
    expect(await times({ before: 51 })).toEqual([50]);
  });

  it('is cut where messages are large, and says so', async () => {
    const large = 'x'.repeat(2 << 20);
    const big = (at: number) =>
      `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata ${large.length}\n${large}\n`;
    const { log, tip } = await imported([1, 2, 3, 4, 5, 6].map(big).join(''));
    const page = await log.page({ ...newest, from: tip }, reading());
    expect(page.more).toBe(true);
    expect(page.results.length).toBeGreaterThan(1);
    expect(page.results[0].cut).toBe(true);
    const rest = await log.page({ ...newest, from: tip, offset: page.results.length }, reading());
    expect(page.results.length + rest.results.length).toBe(6);
  });

  it('has directories of many files, page by page', async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, at) => `M 100644 inline d/f${String(at).padStart(6, '0')}\ndata 0\n`,
    );
    const { tree, tip } = await imported(head(1) + many.join(''));
    const page = async (offset: number) =>
      (await tree.level({ ...whole, commit: tip, path: 'd', offset, limit: 2 }, reading()))?.results.map(
        ({ name }) => name,
      );
    expect(await page(0)).toEqual(['f000000', 'f000001']);
    expect(await page(19_998)).toEqual(['f019998', 'f019999']);
    const files = await tree.files({ ...whole, commit: tip, offset: 10_000, limit: 1 }, reading());
    expect([files.results[0].path, files.more]).toEqual(['d/f010000', true]);
    expect(await tree.entry(tip, 'd/f015000', reading())).toMatchObject({ size: 0 });
  });

  it('has files in directories of any size', async () => {
    const { directory } = await world.seeded(1);
    const hash = (type: string, input: Buffer) =>
      world.must(['hash-object', '-w', '-t', type, '--literally', '--stdin'], { cwd: directory, input });
    const entry = (mode: string, name: string, id: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
    const blob = await hash('blob', Buffer.from('x'));
    const nameOf = (at: number) => `${at}`.padStart(4_000, '0');
    const count = 12_500;
    const d = await hash(
      'tree',
      Buffer.concat(Array.from({ length: count }, (_, at) => entry('100644', nameOf(at), blob))),
    );
    const root = await hash('tree', Buffer.concat([entry('40000', 'd', d), entry('100644', 'f', blob)]));
    const commit = await world.must(['commit-tree', '-m', 'm', root], { cwd: directory });
    const { tree, log } = world.kind.open(directory);
    expect(await tree.entry(commit, `d/${nameOf(count - 1)}`, reading())).toMatchObject({ size: 1 });
    expect(await tree.entry(commit, 'd/x', reading())).toBeUndefined();
    const last = { backwards: false, path: 'd', limit: 1, offset: count - 1, withCommits: true };
    expect(await tree.level({ commit, ...last }, reading())).toMatchObject({
      results: [{ name: nameOf(count - 1), commit: { id: commit } }],
      more: false,
    });
    const files = await tree.files({ ...whole, commit, offset: count, limit: 1 }, reading());
    expect(files).toMatchObject({ results: [{ path: 'f' }], more: false });
    const touching = await log.page({ ...newest, from: commit, path: `d/${nameOf(0)}` }, reading());
    expect(touching.results.map(({ id }) => id)).toEqual([commit]);
  });

  it('is not looked for when nobody waits for it any longer', async () => {
    const { tree, tip } = await imported(head(1) + file('a'));
    await expect(tree.entry(tip, 'a', reading(-1))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not pass what an attacker wrote into a directory for more than it is', async () => {
    const { directory } = await world.seeded(1);
    const blob = await world.must(['hash-object', '-w', '--stdin'], {
      cwd: directory,
      input: 'no tree at all',
    });
    const entry = Buffer.concat([Buffer.from('40000 fake\0'), Buffer.from(blob, 'hex')]);
    const root = await world.must(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], {
      cwd: directory,
      input: entry,
    });
    const commit = await world.must(['commit-tree', '-m', 'm', root], { cwd: directory });
    const { tree } = world.kind.open(directory);
    expect(await tree.entry(commit, 'fake/x', reading())).toBeUndefined();
    expect(await tree.level({ ...whole, commit, path: '' }, reading())).toMatchObject({
      results: [{ name: 'fake' }],
    });
  });
});
