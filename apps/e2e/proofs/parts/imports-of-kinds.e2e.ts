import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { generateRepository, mustGit, remoteRefs } from '../../clients/git.js';
import { describeHg, HgCopy, mustHg } from '../../clients/hg.js';
import { lfsObject, LfsWire } from '../../clients/lfs.js';
import type { Ended } from '../../clients/program.js';
import { hasSvn, SvnClient } from '../../clients/svn.js';
import { endedImport, filledByOperator } from '../../imported.js';
import { eventually, scratch } from '../../scratch.js';
import {
  newCompany,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

/** Sources are repositories of the installation itself: they stand for those of other hosts. */
class Elsewhere {
  private constructor(
    readonly admin: Person,
    readonly project: ProjectAt,
    /** It leads elsewhere. */
    private readonly server: Server,
  ) {}

  static async make(): Promise<Elsewhere> {
    const admin = await newCompany();
    const project = await newProject(admin);
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new Elsewhere(admin, project, server);
  }

  get login() {
    return { username: this.admin.id, password: this.admin.password };
  }

  repository(type: 'git' | 'mercurial' | 'subversion'): Promise<RepositoryAt> {
    return newRepository(this.admin, this.project, type);
  }

  /** Asks for an import, and answers how it has ended. */
  async imported(target: RepositoryAt, asked: object): Promise<string> {
    await must(this.admin.api.post(`${target.path}/actions/import`, { ...this.login, ...asked }), 202);
    const { state, error } = await endedImport(this.admin, target);
    return error ?? state;
  }

  /** What is refused where it can be known, with what is told. */
  async refusals(target: RepositoryAt, url: string): Promise<void> {
    expect(await this.imported(target, { url, password: 'wrong' })).toBe(
      'the remote refuses the credentials',
    );
    const { port } = this.server.address() as AddressInfo;
    expect(await this.imported(target, { url: `http://127.0.0.1:${port}/x` })).toBe(
      'the remote leads to another address: give that one',
    );
    const pushed = { mirror: { direction: 'push', url, ...this.login } };
    expect(await this.admin.api.put(target.path, pushed)).toMatchObject({
      status: 422,
      body: { api_errors: { mirror: { invalid: true } } },
    });
  }

  /** Has a repository follow another one. */
  async follow(target: RepositoryAt, url: string): Promise<void> {
    await must(this.admin.api.put(target.path, { mirror: { direction: 'pull', url, ...this.login } }));
  }

  /** The operator has a repository filled. */
  filled(target: RepositoryAt, source: string, input?: string): Promise<Ended> {
    return filledByOperator(this.admin, this.project, target, source, input ? { input } : {});
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('Imports of git', () => {
  let there: Elsewhere;
  beforeAll(async () => (there = await Elsewhere.make()));
  afterAll(() => there.end());

  it('bring the large files for which files of the tips stand, and tell how many could not be had', async () => {
    const { admin } = there;
    const [content, lost] = [Buffer.alloc(100_000, 'large'), Buffer.from('lost')];
    const pointer = ({ oid, size }: { oid: string; size: number }): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;
    const source = await there.repository('git');
    const files = {
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'a/one.bin': pointer(lfsObject(content)),
      'lost.bin': pointer(lfsObject(lost)),
    };
    const modified = Object.entries(files).map(([path, text]) => ({ path, content: text }));
    await must(admin.api.post(`${source.path}/commits`, { branch: 'main', message: 'Add', modified }));
    const [line] = (await LfsWire.of(source.url, admin).batch('upload', lfsObject(content))).objects;
    const sent = await LfsWire.of(source.url, admin).ask('PUT', line.actions?.upload.href ?? '', content);
    expect(sent.status).toBe(200);
    const target = await there.repository('git');
    expect(await there.imported(target, { url: source.url })).toBe('1 large files (LFS) could not be had');
    expect((await must(admin.api.get(target.path))).import).toMatchObject({ state: 'done', progress: 100 });
    const here = LfsWire.of(target.url, admin);
    const places = (await here.batch('download', lfsObject(content))).objects;
    const came = await here.ask('GET', places[0].actions?.download.href ?? '');
    expect(Buffer.from(await came.arrayBuffer()).equals(content)).toBe(true);
  });

  it('fill an empty repository where the operator says so', async () => {
    const directory = await scratch();
    const origin = join(directory, 'origin');
    const bundle = join(directory, 'all.bundle');
    await generateRepository(origin, { branches: ['topic'], tags: ['v1'] });
    await mustGit(origin, 'bundle', 'create', '-q', bundle, '--all', 'HEAD');
    const target = await there.repository('git');
    expect(await there.filled(target, bundle)).toMatchObject({ status: 0 });
    const { admin } = there;
    const [here, elsewhere] = await Promise.all([
      remoteRefs(directory, admin.in(target.url)),
      remoteRefs(directory, origin),
    ]);
    expect(here).toEqual(elsewhere);
    const no = await there.filled(await there.repository('git'), '-', 'gitdir: /etc');
    expect([no.status, no.output]).toEqual([1, expect.stringContaining('the file is no bundle of git')]);
  });
});

describeHg('Repositories of Mercurial elsewhere', () => {
  let there: Elsewhere;
  beforeAll(async () => (there = await Elsewhere.make()));
  afterAll(() => there.end());

  it('are imported whole, as a push would bring them, and followed', async () => {
    const { admin } = there;
    const source = await there.repository('mercurial');
    const copy = await HgCopy.make(join(await scratch(), 'copy'));
    await copy.commit('a', 'one');
    await copy.must('branch', 'stable');
    await copy.commit('b', 'two');
    await copy.must('bookmark', 'mark');
    await copy.must('push', '-q', '--new-branch', '-B', 'mark', admin.in(source.url));
    const target = await there.repository('mercurial');
    await there.refusals(target, source.url);
    expect(await there.imported(target, { url: source.url })).toBe('done');
    const log = async (at: RepositoryAt): Promise<string> => {
      const clone = join(await scratch(), 'clone');
      await mustHg(copy.directory, 'clone', '-q', admin.in(at.url), clone);
      return mustHg(clone, 'log', '-T', '{node} {branch} {bookmarks} {phase}\n');
    };
    expect(await log(target)).toBe(await log(source));
    const shown = await must(admin.api.get(target.path));
    expect(shown.pushed_at).not.toBeNull();
    expect(await admin.api.post(`${target.path}/actions/import`, { url: source.url })).toMatchObject({
      status: 422,
      body: { api_errors: { id: { locked: true } } },
    });
    await there.follow(target, source.url);
    await copy.commit('b', 'three');
    await copy.must('push', '-q', admin.in(source.url));
    await there.follow(target, source.url);
    const tip = await copy.must('log', '-r', '.', '-T', '{node}');
    await eventually(async () => {
      const { results } = await must(admin.api.get(`${target.path}/branches`));
      return results.some(({ commit }) => commit === tip) || undefined;
    });
    expect(await log(target)).toBe(await log(source));
    const refused = await copy.hg('push', '-f', admin.in(target.url));
    expect(refused.output).toMatch(/no changes found|follows another one/);

    const bundle = join(await scratch(), 'all.hg');
    await copy.must('bundle', '-q', '--all', bundle);
    const filled = await there.repository('mercurial');
    expect(await there.filled(filled, bundle)).toMatchObject({ status: 0 });
    const withoutMarks = (text: string) => text.replaceAll(' mark ', '  ');
    expect(await log(filled)).toBe(withoutMarks(await log(source)));
  });
});

(hasSvn ? describe : describe.skip)('Repositories of Subversion elsewhere', () => {
  let there: Elsewhere;
  beforeAll(async () => (there = await Elsewhere.make()));
  afterAll(() => there.end());

  it('are imported whole, revision by revision, and followed', async () => {
    const { admin } = there;
    const source = await there.repository('subversion');
    const client = await SvnClient.of(admin);
    const commit = (...words: string[]) => client.must([...words, '-m', 'Über mich']);
    await commit('mkdir', `${source.url}/trunk`, `${source.url}/branches`);
    await commit('copy', `${source.url}/trunk`, `${source.url}/branches/next`);
    const target = await there.repository('subversion');
    await there.refusals(target, source.url);
    expect(await there.imported(target, { url: `${source.url}/trunk` })).toMatch(
      /^the repository begins above/,
    );
    expect(await there.imported(target, { url: source.url })).toBe('done');
    const log = (at: RepositoryAt) => client.must(['log', '-v', at.url]);
    const uuid = (at: RepositoryAt) => client.must(['info', '--show-item', 'repos-uuid', at.url]);
    expect(await log(target)).toBe(await log(source));
    expect(await uuid(target)).toBe(await uuid(source));
    const { results } = await must(admin.api.get(`${target.path}/branches`));
    expect(results).toMatchObject([{ id: 'next' }, { id: 'trunk' }]);
    await there.follow(target, source.url);
    await commit('mkdir', `${source.url}/trunk/more`);
    await there.follow(target, source.url);
    const whole = await log(source);
    await eventually(async () => ((await log(target)) === whole ? true : undefined));
    const refused = await client.run('svn', ['mkdir', `${target.url}/x`, '-m', 'x']);
    expect(refused.output).toContain('this repository follows another one');

    const dump = await client.run('svnrdump', ['dump', source.url]);
    const filled = await there.repository('subversion');
    expect(await there.filled(filled, '-', dump.stdout)).toMatchObject({ status: 0 });
    expect(await log(filled)).toBe(await log(source));
    const other = await there.repository('subversion');
    const broken = await there.filled(other, '-', 'no dump');
    expect([broken.status, broken.output]).toEqual([1, expect.stringContaining('dumpstream')]);
  });
});
