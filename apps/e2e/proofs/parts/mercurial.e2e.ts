import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { authorization, must } from '../../clients/api.js';
import { describeHg, HgCopy, mustHg } from '../../clients/hg.js';
import { SshClient } from '../../clients/ssh.js';
import { scratch } from '../../scratch.js';
import { access } from '../../system.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

describeHg('Mercurial', () => {
  let admin: Person;
  let developer: Person;
  let guest: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let copy: HgCopy;
  let first: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    guest = await newMember(admin, project, 'guest');
    repository = await newRepository(admin, project, 'mercurial');
    copy = await HgCopy.make(join(await scratch(), 'copy'));
    first = await copy.commit('ö.txt', 'one\n');
    await copy.must('bookmark', 'mark');
    await copy.must('push', '-q', '-B', 'mark', developer.in(repository.url));
  });

  const branches = async () => {
    const { results } = (await admin.api.get(`${repository.path}/branches`)).body;
    return Object.fromEntries(results.map(({ id, commit }) => [id, commit]));
  };

  it('is cloned by readers, who are told why they may not push', async () => {
    const clone = join(await scratch(), 'clone');
    await mustHg(copy.directory, 'clone', '-q', guest.in(repository.url), clone);
    expect(await mustHg(clone, 'log', '-T', '{node}')).toBe(first);
    const theirs = new HgCopy(clone);
    await theirs.commit('b', 'b');
    const refused = await theirs.hg('push', guest.in(repository.url));
    expect(refused.output).toContain('HTTP Error 403: you may read this repository, but not push to it');
  });

  it('has branches, made by commits of ours, which are pulled, worked on and closed', async () => {
    expect(await branches()).toEqual({ default: first });
    const path = `${repository.path}/branches`;
    const made = await must(admin.api.post(path, { id: 'next/é', commit: first.slice(0, 12) }));
    expect(made).toMatchObject({ id: 'next/é', protected: false });
    expect(made.commit).not.toBe(first);
    expect(await branches()).toEqual({ default: first, 'next/é': made.commit });
    await copy.must('pull', '-q', developer.in(repository.url));
    await copy.must('update', '-q', 'next/é');
    const tip = await copy.commit('b', 'b');
    await copy.must('push', '-q', developer.in(repository.url));
    const again = await admin.api.post(path, { id: 'next/é', commit: first });
    expect(again.body).toMatchObject({ api_errors: { id: { reserved: true } } });
    const named = `${path}/${encodeURIComponent('next/é')}`;
    expect(await must(admin.api.delete(named))).toMatchObject({ commit: tip });
    expect((await admin.api.get(named)).status).toBe(404);
    const reopened = await must(admin.api.post(path, { id: 'next/é', commit: first }));
    expect(await branches()).toEqual({ default: first, 'next/é': reopened.commit });
    await must(admin.api.delete(named));
    expect((await admin.api.delete(`${path}/default`)).body).toMatchObject({
      api_errors: { id: { locked: true } },
    });
    for (const id of ['tip', '123', 'a:b'])
      expect((await admin.api.post(path, { id, commit: first })).body).toMatchObject({
        api_errors: { id: { invalid: true } },
      });
    const guarded = await admin.api.put(`${path}/default`, { protected: true });
    expect(guarded.body).toMatchObject({ api_errors: { protected: { invalid: true } } });
  });

  it('has branches of any name, which stand in every address and come over SSH', async () => {
    const name = 'é/x y';
    const branch = encodeURIComponent(name);
    const machine = await SshClient.of(developer);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const overSsh = ['--ssh', ['ssh', ...machine.options].join(' ')];
    await copy.must('update', '-q', '-r', first);
    await copy.must('branch', name);
    const tip = await copy.commit('c', 'c');
    await copy.must('push', '-q', '-r', tip, '--new-branch', ...overSsh, String(ssh_url));
    const ids = async (path: string) =>
      (await must(guest.api.get(`${repository.path}${path}`))).results.map(({ id }) => id);
    expect(await branches()).toMatchObject({ [name]: tip });
    expect(await must(guest.api.get(`${repository.path}/commits/${branch}`))).toMatchObject({ id: tip });
    expect(await ids(`/commits?reference=${branch}`)).toEqual([tip, first]);
    expect(await ids(`/commits/${branch}/history/c`)).toEqual([tip]);
    for (const range of [`default...${branch}`, `${first}...${branch}`])
      expect(await ids(`/compare/commits/${range}`)).toEqual([tip]);
    expect(await ids(`/compare/commits/${branch}...default`)).toEqual([]);
    const archive = await fetch(`${access.api_url}${repository.path}/commits/${branch}/archive`, {
      headers: { authorization: authorization(guest.keys) },
    });
    expect([archive.status, archive.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=/),
    ]);
    expect(gunzipSync(await archive.arrayBuffer()).toString('latin1')).toMatch(/\0c\0{9}/);
    const clone = join(await scratch(), 'clone');
    await mustHg(copy.directory, 'clone', '-q', '-u', name, ...overSsh, String(ssh_url), clone);
    expect(await mustHg(clone, 'log', '-r', '.', '-T', '{node} {branch}')).toBe(`${tip} ${name}`);
    await must(admin.api.delete(`${repository.path}/branches/${branch}`));
  });

  it('shows its bookmarks, commits, files, differences and archives', async () => {
    const bookmarks = await admin.api.get(`${repository.path}/bookmarks`);
    expect(bookmarks.body.results).toMatchObject([{ id: 'mark', commit: first }]);
    const counted = await must(admin.api.get(`${repository.path}?count=bookmarks,branches`));
    expect(counted).toMatchObject({ bookmarks_count: 1, branches_count: 1 });
    const at = `${repository.path}/commits/${first}`;
    expect(await must(guest.api.get(at))).toMatchObject({
      author: 'Mia Miller',
      description: 'Change ö.txt',
    });
    expect((await guest.api.get(`${at}/tree`)).body.results).toMatchObject([{ name: 'ö.txt', size: 4 }]);
    expect((await guest.api.get(`${at}/changesets`)).body.results).toMatchObject([
      { path: 'ö.txt', status: 'added', additions: 1 },
    ]);
    expect((await guest.api.get(`${at}/blame/ö.txt`)).body.results).toMatchObject([{ line: 1, count: 1 }]);
    const archive = await fetch(`${access.api_url}${at}/archive`, {
      headers: { authorization: authorization(guest.keys) },
    });
    expect(archive.status).toBe(200);
    expect(gunzipSync(await archive.arrayBuffer()).toString()).toContain('ö.txt');
    const tag = await admin.api.post(`${repository.path}/tags`, { id: 'v1', commit: first });
    expect(tag.body).toMatchObject({ api_errors: { repository: { invalid: true } } });
  });

  it('is spoken over SSH, where readers hear in the talk that they may not push', async () => {
    const shown = await must(admin.api.get(repository.path));
    const url = String(shown.ssh_url);
    const [mine, theirs] = [await SshClient.of(developer), await SshClient.of(guest)];
    const over = (client: SshClient) => ['--ssh', ['ssh', ...client.options].join(' ')];
    await copy.must('update', '-q', '-r', first);
    const tip = await copy.commit('over-ssh', 'x');
    const refused = await copy.hg('push', '-r', tip, ...over(theirs), url);
    expect(refused.output).toContain('you may read this repository, but not push to it');
    await copy.must('push', '-q', '-r', tip, ...over(mine), url);
    expect(await branches()).toMatchObject({ default: tip });
    const clone = join(await scratch(), 'clone');
    await mustHg(copy.directory, 'clone', '-q', ...over(theirs), url, clone);
    expect(await mustHg(clone, 'log', '-r', 'default', '-T', '{node}')).toBe(tip);
  });

  it('has bookmarks that move and go, and makes public what is pushed, over both doors', async () => {
    const { ssh_url } = await must(admin.api.get(repository.path));
    const machine = await SshClient.of(developer);
    const overSsh = ['--ssh', ['ssh', ...machine.options].join(' '), String(ssh_url)];
    for (const door of [[developer.in(repository.url)], overSsh]) {
      const tip = await copy.commit('both', door.join());
      expect(await copy.must('log', '-r', tip, '-T', '{phase}')).toBe('draft');
      await copy.must('bookmark', '-f', '-r', tip, 'mark');
      await copy.must('push', '-q', '-r', tip, '-B', 'mark', ...door);
      expect(await copy.must('log', '-r', tip, '-T', '{phase}')).toBe('public');
      const shown = await must(admin.api.get(`${repository.path}/bookmarks`));
      expect(shown.results).toMatchObject([{ id: 'mark', commit: tip }]);
      await copy.must('bookmark', '-d', 'mark');
      // 1: no changeset was pushed.
      expect(await copy.hg('push', '-q', '-B', 'mark', ...door)).toMatchObject({ status: 1 });
      expect((await must(admin.api.get(`${repository.path}/bookmarks`))).results).toEqual([]);
    }
    await copy.must(
      'commit',
      '-q',
      '--secret',
      '-m',
      'Mine',
      '-u',
      'mia',
      '--config',
      'ui.allowemptycommit=yes',
    );
    expect(await copy.hg('push', '-q', developer.in(repository.url))).toMatchObject({ status: 1 });
    expect(await copy.must('log', '-r', '.', '-T', '{phase}')).toBe('secret');
  });
});
