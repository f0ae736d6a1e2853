import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { ask } from '../../clients/door.js';
import { describeHg, HgCopy } from '../../clients/hg.js';
import { SshClient } from '../../clients/ssh.js';
import { scratch } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

const tags = ['é1', 'v2', 'v3', 'v4'];

describeHg('Mercurial refuses', () => {
  let admin: Person;
  let developer: Person;
  let guest: Person;
  let project: ProjectAt;
  let copy: HgCopy;
  let repository: RepositoryAt;
  let first: string;
  let theirs: Door[];

  /** The words with which hg comes over a door. */
  interface Door {
    url: string;
    ssh: string[];
  }

  const doorsOf = async (person: Person, { path, url }: RepositoryAt): Promise<Door[]> => {
    const machine = await SshClient.of(person);
    const { ssh_url } = await must(admin.api.get(path));
    const ssh = ['--config', `ui.ssh=${['ssh', ...machine.options].join(' ')}`];
    return [
      { url: person.in(url), ssh: [] },
      { url: String(ssh_url), ssh },
    ];
  };
  const named = async (what: 'branches' | 'tags' | 'bookmarks') => {
    const { results } = await must(admin.api.get(`${repository.path}/${what}`));
    return Object.fromEntries(results.map(({ id, commit }) => [id, commit]));
  };

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    [developer, guest] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'guest'),
    ];
    repository = await newRepository(admin, project, 'mercurial');
    theirs = await doorsOf(guest, repository);
    copy = await HgCopy.make(join(await scratch(), 'copy'));
    first = await copy.commit('a', 'one');
    await copy.must('tag', '-u', 'mia', '-r', first, ...tags);
    await copy.must('push', '-q', developer.in(repository.url));
  });

  it('a reader who writes by bookmarks, phases or changesets, over both doors', async () => {
    const before = [await named('branches'), await named('bookmarks')];
    const reader = await copy.copied(join(await scratch(), 'reader'));
    await reader.must('bookmark', '-r', first, 'planted');
    const tip = await reader.commit('b', 'theirs');
    const tries = [
      (url: string) => ['debugpushkey', url, 'bookmarks', 'planted', '', first],
      (url: string) => ['debugpushkey', url, 'phases', first, '1', '0'],
      (url: string) => ['push', '-B', 'planted', '-r', tip, url],
    ];
    for (const { url, ssh } of theirs)
      for (const wordsOf of tries) {
        const words = wordsOf(url);
        const { output } = await reader.hg(...ssh, ...words);
        expect([words[2], output]).toEqual([
          words[2],
          expect.stringContaining('you may read this repository, but not push to it'),
        ]);
      }
    expect([await named('branches'), await named('bookmarks')]).toEqual(before);
  });

  it('whoever it does not know, or may not see it, as if there were nothing', async () => {
    const stranger = await newUser(admin);
    for (const url of [repository.url, `${repository.url}x`]) {
      const unknown = await ask('GET', `${url}?cmd=capabilities`);
      expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Basic realm='),
      ]);
    }
    const anonymous = await copy.hg('identify', '--config', 'ui.interactive=no', repository.url);
    expect(anonymous.output).toMatch(/http authorization required/);
    const [http, ssh] = await doorsOf(stranger, repository);
    expect((await copy.hg('identify', http.url)).output).toMatch(/HTTP Error 404: .*not visible to you/);
    const overSsh = await copy.hg('identify', ...ssh.ssh, ssh.url);
    expect(overSsh.output).toContain('no such repository, or not visible to you');
  });

  it('with the reason in each line, and keeps nothing of what was pushed', async () => {
    const before = [await named('branches'), await named('tags')];
    const work = await copy.copied(join(await scratch(), 'work'));
    const other = await work.commit('c', 'other');
    await work.must('tag', '-f', '-u', 'mia', '-r', other, ...tags);
    for (const { url, ssh } of await doorsOf(developer, repository)) {
      const { status, output } = await work.hg('push', ...ssh, url);
      expect([status, output.split('\n')]).toEqual([
        255,
        expect.arrayContaining(
          tags.map((tag) => `remote: ${tag}: existing tag: only masters and admins may move it`),
        ),
      ]);
    }
    expect([await named('branches'), await named('tags')]).toEqual(before);
    expect((await admin.api.get(`${repository.path}/commits/${other}`)).status).toBe(404);
  });

  it('over SSH all but the one command of its clients', async () => {
    const machine = await SshClient.of(developer);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const url = String(ssh_url);
    const path = new URL(url).pathname.slice(1);
    const said = async (command: string) =>
      (await machine.ssh(url, command)).output.replace(/^Warning: .*\r?\n/, '');
    const others = [
      `hg init '${path}x'`,
      `hg -R ${path} serve --stdio --config ui.x=y`,
      `hg --config ui.x=y -R ${path} serve --stdio`,
      `hg -R ${path} serve --stdio x`,
      `hg -R ${path} serve --stdio; id`,
      `hg -R $HOME/${path} serve --stdio`,
    ];
    for (const command of others)
      expect([command, await said(command)]).toEqual([
        command,
        expect.stringMatching(/^Hello .*there is no shell/),
      ]);
    for (const address of [`../${path}`, `${path}/../x`, `'${path}'\\''x'`, '/etc', `${path}/.hg`])
      expect([address, await said(`hg -R ${address} serve --stdio`)]).toEqual([
        address,
        'no such repository, or not visible to you\n',
      ]);
    // As hg writes it, and with quotes that it does not need; nobody says anything then, and the talk is over.
    for (const address of [path, `'${path}'`, `"${path}"`, `/${path}`, `'/${path}/'`])
      expect([address, await said(`hg -R ${address} serve --stdio`)]).toEqual([address, '']);
    const [, ssh] = await doorsOf(developer, repository);
    const made = await copy.hg('init', ...ssh.ssh, `${url}-made`);
    expect([made.status, made.output]).toEqual([255, expect.stringContaining('there is no shell')]);
    expect((await admin.api.get(`${repository.path}-made`)).status).toBe(404);
  });

  it('pushes to what is deactivated, which can be pulled', async () => {
    const gone = await must(admin.api.delete(repository.path));
    const tip = await copy.commit('d', 'late');
    const at = { ...repository, path: `${project.path}/repositories/${gone.id}`, url: String(gone.http_url) };
    for (const { url, ssh } of await doorsOf(developer, at)) {
      const empty = await HgCopy.make(join(await scratch(), 'empty'));
      await empty.must('pull', '-q', ...ssh, url);
      expect(await empty.must('log', '-r', 'é1', '-T', '{node}')).toBe(first);
      const { status, output } = await copy.hg('push', '-r', tip, ...ssh, url);
      expect([status, output]).toEqual([255, expect.stringMatching(/deactivated|but not push to it/)]);
    }
  });
});
