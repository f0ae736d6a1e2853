import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

// Skipped by name where the machine has no Subversion; CI refuses every skip.
// Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
const scenario = hasSvn ? describe : describe.skip;

scenario('A repository of Subversion', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let developer: Person;
  let guest: Person;
  let client: SvnClient;
  let ssh: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    [developer, guest] = await Promise.all([
      newMember(admin, project, 'developer'),
      newMember(admin, project, 'guest'),
    ]);
    repository = await newRepository(admin, project, 'subversion', { layout: true });
    client = await SvnClient.of(developer);
    const url = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    ssh = url.port;
  });

  const shown = (path = '') => must(admin.api.get(`${repository.path}${path}`));
  const results = async (path: string) => (await shown(path)).results as Record<string, unknown>[];
  /** The stock client hands a port of the address on as a part of the name. */
  const sshUrl = async () => String((await shown()).ssh_url).replace(`:${ssh}/`, '/');
  const checkOut = async (by: SvnClient, url: string, name: string): Promise<string> => {
    await by.must(['checkout', '-q', url, name]);
    return join(by.directory, name);
  };
  const put = async (copy: string, name: string, text: string) => writeFile(join(copy, name), text);

  it('is checked out, changed and shown, over HTTP, over SSH and by the API', async () => {
    const copy = await checkOut(client, `${repository.url}/trunk`, 'copy');
    await put(copy, 'a ü%20#.txt', 'one\ntwo\n');
    await client.must(['add', '-q', 'a ü%20#.txt'], copy);
    await client.must(['commit', '-q', '-m', 'Übersicht'], copy);
    const machine = await SshClient.of(admin);
    const other = await SvnClient.overSsh(machine, ssh);
    const second = await checkOut(other, `${await sshUrl()}/trunk`, 'second');
    await put(second, 'a ü%20#.txt', 'one\n2\n');
    await other.must(['commit', '-q', '-m', 'Over SSH'], second);
    await client.must(['update', '-q'], copy);
    expect(await client.must(['blame', 'a ü%20#.txt'], copy)).toMatch(
      new RegExp(`^ +2 +${developer.id.slice(0, 10)} one\n +3 +${admin.id} 2\n$`),
    );
    expect(await results('/branches')).toMatchObject([{ id: 'trunk', commit: '3', protected: false }]);
    expect(await results('/commits')).toMatchObject([
      { id: '3', parents: [{ id: '2' }], author: admin.id, description: 'Over SSH' },
      { id: '2', author: developer.id, description: 'Übersicht' },
      { id: '1', parents: [], author: admin.id },
    ]);
    expect(await results('/commits/2/tree/trunk')).toMatchObject([{ path: 'trunk/a ü%20#.txt', size: 8 }]);
    const file = await admin.api.get(
      `${repository.path}/commits/2/files/trunk/${encodeURIComponent('a ü%20#.txt')}`,
    );
    expect([file.status, file.text]).toEqual([200, 'one\ntwo\n']);
    expect((await shown()).pushed_at).not.toBeNull();
  });

  it('has branches that the API and clients make and delete', async () => {
    const body = { id: 'fix 1', commit: '2' };
    const made = await must(developer.api.post(`${repository.path}/branches`, body));
    expect(made).toMatchObject({ id: 'fix 1', commit: '4' });
    expect(await client.must(['log', '-q', '-l', '1', `${repository.url}/branches/fix 1`])).toContain(
      `r4 | ${developer.id} |`,
    );
    const refused = async (path: string, sent: object) =>
      (await admin.api.post(`${repository.path}${path}`, sent)).body.api_errors;
    expect(await refused('/branches', body)).toEqual({ id: { reserved: true } });
    expect(await refused('/branches', { id: 'trunk', commit: '99' })).toEqual({
      id: { reserved: true },
      commit: { not_found: true },
    });
    expect(await refused('/branches', { id: 'x', commit: '0123abc' })).toEqual({ commit: { invalid: true } });
    expect(await refused('/branches', { id: 'x', commit: '2', protected: true })).toEqual({
      protected: { invalid: true },
    });
    expect((await admin.api.delete(`${repository.path}/branches/trunk`)).body.api_errors).toEqual({
      id: { locked: true },
    });
    await client.must(['copy', '-q', '-m', 'tag', `${repository.url}/trunk`, `${repository.url}/tags/v1`]);
    expect(await results('/tags')).toMatchObject([{ id: 'v1', commit: '5' }]);
    await must(developer.api.delete(`${repository.path}/branches/fix%201`));
    expect(await client.must(['ls', `${repository.url}/branches`])).toBe('');
    expect((await admin.api.get(`${repository.path}/branches/fix%201`)).status).toBe(404);
  });

  it('is read by a guest over both doors, and tells him why he cannot write', async () => {
    const reader = await SvnClient.of(guest);
    const overSsh = await SvnClient.overSsh(await SshClient.of(guest), ssh);
    const stranger = await SvnClient.of(await newUser(admin));
    for (const [by, url] of [
      [reader, repository.url],
      [overSsh, await sshUrl()],
    ] as const) {
      expect(await by.must(['ls', url])).toBe('branches/\ntags/\ntrunk/\n');
      const refused = await by.run('svn', ['mkdir', '-m', 'x', `${url}/trunk/new`]);
      expect([refused.status, refused.output]).toEqual([
        1,
        expect.stringMatching(/you may read this repository, but not commit to it|Authorization failed/),
      ]);
    }
    const file = 'trunk/a%20%C3%BC%2520%23.txt';
    for (const [by, url, said] of [
      // Over HTTP the stock client does not show the reason.
      [reader, repository.url, /Not authorized to perform lock/],
      [overSsh, await sshUrl(), /E170001: Authorization failed/],
    ] as const) {
      expect(await by.must(['cat', '-r', '2', `${url}/${file}`])).toBe('one\ntwo\n');
      const refused = await by.run('svn', ['lock', `${url}/${file}`]);
      expect([refused.status, refused.output]).toEqual([1, expect.stringMatching(said)]);
    }
    expect(await client.must(['info', `${repository.url}/${file}`])).not.toContain('Lock');
    const unseen = await stranger.run('svn', ['ls', repository.url]);
    expect([unseen.status, unseen.output]).toEqual([1, expect.stringContaining('not visible to you')]);
    for (const url of [repository.url, `${repository.url}x`])
      for (const method of ['OPTIONS', 'PROPFIND', 'POST']) {
        const unknown = await ask(method, url);
        expect([url, method, unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
          ...[url, method, 401],
          expect.stringContaining('Basic realm='),
        ]);
      }
  });

  it('lets nobody but admins change what the message of a revision says, and nobody who wrote it', async () => {
    const log = (by: SvnClient, name: string) =>
      by.run('svn', ['propset', '--revprop', '-r', '2', name, 'changed', repository.url]);
    const boss = await SvnClient.of(admin);
    const overSsh = await SvnClient.overSsh(await SshClient.of(developer), ssh);
    expect((await log(client, 'svn:log')).output).toContain('only admins of the project');
    const refused = await overSsh.run('svn', [
      'propset',
      '--revprop',
      '-r',
      '2',
      'svn:log',
      'x',
      await sshUrl(),
    ]);
    expect(refused.output).toContain('only admins of the project');
    expect((await log(boss, 'svn:author')).status).toBe(1);
    expect((await log(boss, 'svn:log')).status).toBe(0);
    expect(await shown('/commits/2')).toMatchObject({ author: developer.id, description: 'changed' });
  });

  it('is read and not written once it is deactivated', async () => {
    const gone = await must(admin.api.delete(repository.path));
    const overSsh = await SvnClient.overSsh(await SshClient.of(developer), ssh);
    for (const [by, url, said] of [
      [client, String(gone.http_url), /E220004: this repository is deactivated/],
      [overSsh, String(gone.ssh_url).replace(`:${ssh}/`, '/'), /E170001/],
    ] as const) {
      expect(await by.must(['ls', url])).toBe('branches/\ntags/\ntrunk/\n');
      const refused = await by.run('svn', ['mkdir', '-m', 'x', `${url}/trunk/new`]);
      expect([refused.status, refused.output]).toEqual([1, expect.stringMatching(said)]);
      expect(await by.must(['ls', `${url}/trunk`])).not.toContain('new');
    }
  });
});
