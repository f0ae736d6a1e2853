import { basename, join } from 'node:path';
import { must } from '../../clients/api.js';
import { generateRepository, mustGit, remoteRefs, WorkingCopy } from '../../clients/git.js';
import { SshClient } from '../../clients/ssh.js';
import { scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type ProjectAt } from '../../world.js';

/** Each stands on the repository and the clone that all share, and leaves its own branches there. */
describe.each(['http', 'ssh'] as const)('What people do with git now and then, over %s,', (door) => {
  let admin: Person;
  let project: ProjectAt;
  /** What git is called with, and made to remember by a clone. */
  let settings: string[];
  /** Where all that is shared was made: three commits on `main`, a minute each, and three more on `side`. */
  let source: string;
  let url: string;
  let copy: WorkingCopy;

  const hosted = async (): Promise<string> => {
    const { url: overHttp, path } = await newRepository(admin, project);
    return door === 'http' ? admin.in(overHttp) : String((await must(admin.api.get(path))).ssh_url);
  };
  const clone = async (from: string, ...options: string[]): Promise<WorkingCopy> =>
    WorkingCopy.clone(from, join(await scratch(), 'clone'), ...settings, ...options);
  const pushed = (...words: string[]) => copy.must('push', '-q', ...words);
  const refs = () => remoteRefs(copy.directory, 'origin');

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    settings = door === 'ssh' ? (await SshClient.of(admin)).configuration : [];
    source = join(await scratch(), 'source');
    await generateRepository(source, { branches: ['side'], tags: ['v1'] });
    url = await hosted();
    await mustGit(source, ...settings, 'push', '-q', '--mirror', url);
    copy = await clone(url);
  });

  it('is to clone what is empty, to bring what came in a bundle, and to push it first', async () => {
    const bundle = join(await scratch(), 'bundle');
    await copy.must('bundle', 'create', '-q', bundle, 'refs/heads/main');
    const first = await clone(await hosted());
    await first.must('pull', '-q', bundle, 'main');
    await first.must('push', '-q', '-u', 'origin', 'HEAD');
    const tip = await first.must('rev-parse', 'HEAD');
    const told = `ref: refs/heads/main\tHEAD\n${tip}\tHEAD`;
    for (const version of [0, 2])
      expect(
        await first.must('-c', `protocol.version=${version}`, 'ls-remote', '--symref', 'origin', 'HEAD'),
      ).toBe(told);
    expect(await first.must('status', '-sb')).toBe('## main...origin/main');
  });

  it.each([0, 2])(
    'is to clone without files, which come when they are needed, in version %d',
    async (version) => {
      const partial = await clone(url, '-c', `protocol.version=${version}`, '--filter=blob:none');
      const missing = async (): Promise<string[] | null> =>
        (await partial.must('rev-list', '--objects', '--all', '--missing=print')).match(/^\?/gm);
      expect(await partial.must('status', '-s')).toBe('');
      expect(await missing()).toHaveLength(3);
      expect(await partial.must('log', '-p', 'origin/side')).toMatch(
        /^\+side 2$[^]*^\+side 0$[^]*^\+main 0$/m,
      );
      expect(await missing()).toBeNull();
    },
  );

  it('is to fetch older commits of a shallow clone, by their time and by their number', async () => {
    const shallow = await clone(url, '--depth=1');
    const count = () => shallow.must('rev-list', '--count', 'HEAD');
    expect(await count()).toBe('1');
    await shallow.must('fetch', '-q', '--shallow-since=2023-11-14T22:15:00Z');
    expect(await count()).toBe('2');
    await shallow.must('fetch', '-q', '--deepen=1');
    expect(await count()).toBe('3');
  });

  it('is to force a branch where it stands as it was seen, and nowhere else', async () => {
    await copy.must('checkout', '-qB', 'forced', 'origin/main');
    const seen = await copy.commit('forced.txt', 'seen');
    await pushed('origin', 'forced');
    await copy.must('commit', '-q', '--amend', '-m', 'Another');
    await pushed('--force-with-lease', 'origin', 'forced');
    const forced = await copy.must('rev-parse', 'HEAD');
    await copy.must('commit', '-q', '--amend', '-m', 'A third');
    const { status, output } = await copy.git(
      'push',
      `--force-with-lease=forced:${seen}`,
      'origin',
      'forced',
    );
    expect([status, output]).toEqual([1, expect.stringContaining('stale info')]);
    expect(await refs()).toMatchObject({ 'refs/heads/forced': forced });
  });

  it('is to push all or nothing, with options', async () => {
    await pushed('origin', 'origin/main:refs/heads/all');
    const nested = ['origin/main:refs/heads/all/below', 'origin/main:refs/heads/nothing'];
    const refused = await copy.git('push', '--atomic', 'origin', ...nested);
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('remote rejected')]);
    expect(await refs()).not.toHaveProperty('refs/heads/nothing');
    const both = ['origin/main~1:refs/heads/all', 'origin/main:refs/heads/nothing'];
    const [all, nothing] = (await copy.must('rev-parse', 'origin/main~1', 'origin/main')).split('\n');
    await pushed('--atomic', '-o', 'ci.skip', '-o', 'a "b" $c', '--force', 'origin', ...both);
    expect(await refs()).toMatchObject({ 'refs/heads/all': all, 'refs/heads/nothing': nothing });
  });

  it('is to push a release along with its branch', async () => {
    await copy.must('checkout', '-qB', 'released', 'origin/main');
    await copy.commit('released.txt', 'x');
    await copy.must('tag', '-a', '-m', 'note', 'v2');
    await copy.must('tag', 'own');
    await pushed('--follow-tags', 'origin', 'released');
    expect(await refs()).toHaveProperty('refs/tags/v2');
    expect(await refs()).not.toHaveProperty('refs/tags/own');
  });

  it('is to give a branch another name, below its old one, and back', async () => {
    await pushed('origin', 'origin/main:refs/heads/name');
    await pushed('origin', ':refs/heads/name', 'origin/main:refs/heads/name/below');
    expect(Object.keys(await refs()).filter((ref) => ref.includes('/name'))).toEqual([
      'refs/heads/name/below',
    ]);
    await pushed('origin', ':refs/heads/name/below', 'origin/main:refs/heads/name');
    expect(Object.keys(await refs()).filter((ref) => ref.includes('/name'))).toEqual(['refs/heads/name']);
  });

  it('is to have one repository in another', async () => {
    const inner = await hosted();
    await mustGit(source, ...settings, 'push', '-q', inner, 'main');
    const tip = await mustGit(source, 'rev-parse', 'main');
    await copy.must('checkout', '-qB', 'outer', 'origin/main');
    await copy.must('update-index', '--add', '--cacheinfo', `160000,${tip},inner`);
    await copy.commit('.gitmodules', `[submodule "inner"]\n\tpath = inner\n\turl = ../${basename(inner)}\n`);
    await pushed('origin', 'outer');
    const outer = await clone(url, '-b', 'outer');
    await outer.must(...settings, 'submodule', '--quiet', 'update', '--init', '--recursive');
    expect(await mustGit(join(outer.directory, 'inner'), 'rev-parse', 'HEAD')).toBe(tip);
  });

  it('is to mirror once more, so that nothing else is left', async () => {
    await mustGit(source, 'branch', '-D', 'side');
    await mustGit(source, ...settings, 'push', '-q', '--mirror', url);
    const [main, v1] = (await mustGit(source, 'rev-parse', 'main', 'v1')).split('\n');
    expect(await refs()).toEqual({ 'refs/heads/main': main, 'refs/tags/v1': v1 });
  });
});
