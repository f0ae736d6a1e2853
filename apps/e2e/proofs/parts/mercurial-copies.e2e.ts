import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { describeHg, hg, HgCopy, mustHg } from '../../clients/hg.js';
import { dataOf } from '../../clients/installation.js';
import { RefStory } from '../../clients/ref-story.js';
import { SshClient } from '../../clients/ssh.js';
import { eventually, scratch, unique } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

describeHg('Copies of a repository of Mercurial', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let directory: string;
  let copy: HgCopy;
  let story: RefStory;

  beforeAll(async () => {
    story = await RefStory.begin();
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'mercurial');
    directory = await scratch();
    copy = await HgCopy.make(join(directory, 'copy'));
  });
  afterAll(() => story.end());

  const named = async (what: 'branches' | 'tags' | 'bookmarks') => {
    const { results } = await must(admin.api.get(`${repository.path}/${what}`));
    return Object.fromEntries(results.map(({ id, commit }) => [id, commit]));
  };

  it('bring heads beside each other, closed branches, tags and bookmarks', async () => {
    const first = await copy.commit('a', 'one');
    await copy.must('tag', '-u', 'mia', 'v1');
    await copy.must('bookmark', '-r', first, 'mark');
    await copy.must('branch', '-q', 'old');
    await copy.commit('b', 'old');
    await copy.must('commit', '-q', '--close-branch', '-m', 'Close', '-u', 'mia');
    const words = ['--new-branch', '-r', 'head()', '-B', 'mark'];
    await copy.must('push', '-q', ...words, developer.in(repository.url));
    await copy.must('update', '-q', first);
    const newest = await copy.commit('c', 'beside');
    await copy.must('push', '-q', '-f', '-r', newest, developer.in(repository.url));
    expect(await named('branches')).toEqual({ default: newest });
    expect(await named('tags')).toEqual({ v1: first });
    expect(await named('bookmarks')).toEqual({ mark: first });
    expect((await admin.api.get(`${repository.path}/branches/old`)).status).toBe(404);
    expect(await copy.must('heads', 'default', '-T', '{rev} ')).toBe('4 1');
  });

  it('are told of with who has brought it, over both doors', async () => {
    const machine = await SshClient.of(developer);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const tip = await copy.commit('d', 'over SSH');
    await copy.must('push', '-q', '--ssh', ['ssh', ...machine.options].join(' '), String(ssh_url));
    const { uuid } = await must(admin.api.get(`/users/${developer.id}`));
    const told = await eventually(async () => {
      const all = await story.of(repository);
      return all.some((each) => each.new === tip) ? all : undefined;
    });
    expect(told.map(({ ref }) => ref)).toEqual(
      expect.arrayContaining(['refs/heads/default', 'refs/tags/v1', 'refs/bookmarks/mark']),
    );
    expect(new Set(told.map(({ account }) => account))).toEqual(new Set([uuid]));
  });

  it('are the same when the files of the server are taken as they are', async () => {
    const url = developer.in(repository.url);
    const [plain, streamed] = ['plain', 'streamed'].map((name) => join(directory, name));
    await mustHg(directory, 'clone', '-q', '-U', url, plain);
    expect((await hg(directory, 'clone', '-U', '--stream', url, streamed)).output).toContain(
      'streaming all changes',
    );
    const held = (clone: string) =>
      mustHg(clone, 'log', '-p', '-T', '{node} {parents} {branch} {tags} {bookmarks} {phase} {extras}\n');
    expect(await held(streamed)).toBe(await held(plain));
    expect(await hg(streamed, 'verify', '-q')).toMatchObject({ status: 0, output: '' });
  });

  it('of readers follow it, however many heads they have', async () => {
    const guest = await newMember(admin, project, 'guest');
    const crowded = await newRepository(admin, project, 'mercurial');
    const many = await HgCopy.make(join(directory, 'many'));
    await many.must('debugbuilddag', `+1:root ${'*root '.repeat(1000)}`);
    await many.must('push', '-q', '-f', developer.in(crowded.url));
    const { ssh_url } = await must(admin.api.get(crowded.path));
    const ssh = ['--ssh', ['ssh', ...(await SshClient.of(guest)).options].join(' '), String(ssh_url)];
    const { results } = await must(admin.api.get(`${crowded.path}/branches`));
    for (const [at, way] of [[guest.in(crowded.url)], ssh].entries()) {
      const body = { id: `new-${at}`, commit: results[0].commit };
      const { commit } = await must(admin.api.post(`${crowded.path}/branches`, body));
      await many.must('pull', '-q', ...way);
      expect(await many.must('log', '-r', 'tip', '-T', '{node}')).toBe(commit);
    }
  });

  it('push at once, and all of it is there', async () => {
    const shared = await newRepository(admin, project, 'mercurial');
    const url = developer.in(shared.url);
    const branches = ['b1', 'b2', 'b3', 'b4'];
    const all = await HgCopy.make(join(directory, 'all'));
    await all.must('debugbuilddag', `+1:root ${branches.map((name) => `@${name} *root +3`).join(' ')}`);
    await all.must('push', '-q', '-r', 'root', url);
    const copies = await Promise.all(branches.map((name) => all.copied(join(directory, name))));
    await Promise.all(
      branches.map((name, at) => copies[at].must('push', '-q', '--new-branch', '-r', name, url)),
    );
    const { results } = await must(admin.api.get(`${shared.path}/branches`));
    expect(results.map(({ id }) => id).sort()).toEqual([...branches, 'default']);
    const [stored] = dataOf('repository', `${shared.uuid}.mercurial`);
    expect(await hg(stored, 'verify', '-q')).toMatchObject({ status: 0, output: '' });
  });

  it('begin in the moment in which a repository is made, also where another had its name', async () => {
    const id = unique('again');
    const held: string[] = [];
    for (const from of [copy, new HgCopy(join(directory, 'all'))]) {
      const made = await newRepository(admin, project, 'mercurial', { id });
      const url = developer.in(made.url);
      await from.must('push', '-q', '-r', '0', url);
      held.push(await mustHg(directory, 'identify', '-r', 'default', url));
      await must(admin.api.delete(made.path));
    }
    const firsts = [copy, new HgCopy(join(directory, 'all'))].map((each) =>
      each.must('log', '-r', '0', '-T', '{node|short}'),
    );
    expect(held).toEqual(await Promise.all(firsts));
  });
});
