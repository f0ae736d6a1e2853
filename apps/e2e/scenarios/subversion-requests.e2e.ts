import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { run } from '../clients/program.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import {
  companyAdmin,
  newCompany,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

/** What svnserve says where it lets somebody in; what it is asked for is said in `said`, piece by piece. */
const greeting = /^\( success \( 2 2 /;
const letIn = /\( success \( \( (ANONYMOUS )?EXTERNAL/;

(hasSvn ? describe : describe.skip)('What no stock client of Subversion asks', () => {
  let admin: Person;
  let developer: Person;
  let guest: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let other: RepositoryAt;
  let machine: SshClient;
  let sshUrl: URL;
  let silent: Promise<string>;

  /** What the door says to who begins `svnserve -t` and says this; without anything he stays and is silent. */
  const heard = async (...pieces: string[]): Promise<string> => {
    const target = ['-p', sshUrl.port, `${sshUrl.username}@${sshUrl.hostname}`, 'svnserve -t'];
    const says = pieces.map((piece) => `printf %s '${piece}'; sleep 0.3; `).join('');
    const script = `exec ssh "$@" < <(${says || 'exec sleep 60 2>/dev/null'}) 2>/dev/null`;
    const words = ['-c', script, 'ssh', ...machine.options, ...target];
    return (await run('bash', words, { cwd: machine.directory })).output;
  };
  const first = (url: string) => `( 2 ( edit-pipeline svndiff1 ) ${url.length}:${url} 3:svn ( ) ) `;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    [developer, guest] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'guest'),
    ];
    repository = await newRepository(admin, project, 'subversion', { layout: true });
    machine = await SshClient.of(developer);
    sshUrl = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    // It takes half a minute.
    silent = heard();
    other = await newRepository(admin, await newProject(admin, { visibility: 'company' }), 'subversion');
    const client = await SvnClient.of(developer);
    const file = join(client.directory, 'a');
    await writeFile(file, 'a');
    const put = ['-m', 'a', '-U', repository.url, 'put', file, 'trunk/a'];
    expect(await client.run('svnmucc', put)).toMatchObject({ status: 0 });
  });

  /** The report by which a working copy of what lies there is brought up to date. */
  const updateOf = (url: string) =>
    '<S:update-report xmlns:S="svn:"><S:target-revision>1</S:target-revision><S:entry rev="1"></S:entry>' +
    `<S:src-path>${url}/trunk</S:src-path></S:update-report>`;
  const svnUrl = (path: string) => `svn+ssh://svc@host/${path}`;
  const unchanged = async () => {
    expect((await must(admin.api.get(`${repository.path}/commits`))).results.map(({ id }) => id)).toEqual([
      '2',
      '1',
    ]);
  };

  it('is refused to readers by every method that writes', async () => {
    const methods = [
      ...['POST', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH', 'MERGE'],
      ...['LOCK', 'UNLOCK', 'CHECKOUT', 'MKACTIVITY'],
    ];
    for (const method of methods)
      for (const below of ['/trunk/a', '/!svn/me', '/!svn/txr/1-1/trunk/a']) {
        const answer = await ask(method, `${repository.url}${below}`, guest);
        const text = await answer.text();
        expect([method, below, answer.status, text]).toEqual([
          ...[method, below, 403],
          expect.stringContaining('you may read this repository, but not commit to it</m:human-readable>'),
        ]);
      }
    await unchanged();
  });

  it('leads nowhere else: neither a destination in another repository, nor one in another project', async () => {
    for (const away of [other.url, `${repository.url}x`, 'http://elsewhere.example/x'])
      for (const method of ['COPY', 'MOVE']) {
        const headers = { destination: `${away}/!svn/txr/1-1/a`, overwrite: 'T' };
        const answer = await ask(method, `${repository.url}/!svn/rvr/2/trunk/a`, developer, { headers });
        expect([method, away, answer.status]).toEqual([method, away, 400]);
        expect(await answer.text()).toContain('outside of this repository');
      }
    // A transaction that there is, of the same person: it is the place that counts.
    const theirs = await ask('POST', `${other.url}/!svn/me`, admin, {
      headers: { 'content-type': 'application/vnd.svn-skel' },
      body: '( create-txn )',
    });
    const name = String(theirs.headers.get('svn-txn-name'));
    expect([theirs.status, name]).toEqual([201, expect.stringMatching(/^\d+-\w+$/)]);
    const dav = (word: string, inner: string) => `<D:${word} xmlns:D="DAV:">${inner}</D:${word}>`;
    const href = (url: string) => `<D:href>${url}</D:href>`;
    for (const away of [other.url, `${repository.url}x`, 'http://elsewhere.example/x'])
      for (const [method, below, body] of [
        ['MERGE', '', dav('merge', `<D:source>${href(`${away}/!svn/txn/${name}`)}</D:source>`)],
        ['MERGE', '', dav('merge', `<D:source>${href(`${pathOf(away)}/!svn/txn/${name}`)}</D:source>`)],
        ['CHECKOUT', '/!svn/bln/2', dav('checkout', dav('activity-set', href(`${away}/!svn/act/x`)))],
        ['REPORT', '/!svn/me', updateOf(away)],
      ]) {
        const answer = await ask(method, `${repository.url}${below}`, admin, {
          headers: { 'content-type': 'text/xml' },
          body,
        });
        expect([method, body, answer.status]).toEqual([method, body, 400]);
        expect(await answer.text()).toContain('outside of this repository');
      }
    await unchanged();
    expect((await must(admin.api.get(`${other.path}/commits`))).results).toEqual([]);
  });

  it('is nobody else, whatever is said in the headers that the server believes', async () => {
    const headers = {
      'x-hf-user': admin.id,
      'x-hf-root': pathOf(other.url),
      'x-hf-repo': '/tmp',
      'x-hf-secret': 'x',
      depth: '0',
    };
    const shown = await ask('PROPFIND', `${repository.url}/trunk`, developer, { headers });
    const text = await shown.text();
    expect([shown.status, text]).toEqual([
      207,
      expect.stringContaining(`<D:href>${pathOf(repository.url)}/trunk/</D:href>`),
    ]);
    expect(text).not.toContain(pathOf(other.url));
    const kind = '<D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>';
    const body = `<?xml version="1.0" encoding="utf-8"?><D:lockinfo xmlns:D="DAV:">${kind}</D:lockinfo>`;
    const at = `${repository.url}/trunk/a`;
    const locked = await ask('LOCK', at, developer, {
      headers: { ...headers, 'content-type': 'text/xml' },
      body,
    });
    expect([locked.status, locked.headers.get('x-svn-lock-owner')]).toEqual([200, developer.id]);
    const token = String(locked.headers.get('lock-token'));
    const freed = await ask('UNLOCK', at, developer, { headers: { 'lock-token': token } });
    expect(freed.status).toBe(204);
  });

  it('is answered in order: names that cannot be, methods that nobody knows', async () => {
    const long = 'x'.repeat(300);
    for (const [method, below, status] of [
      ['GET', '/trunk%2Fa', 404],
      ['GET', '/trunk/a%00', 404],
      ['GET', `/trunk/${long}`, 404],
      ['PROPFIND', `/trunk/${long}`, 404],
      ...['ver', 'bc', 'bln', 'rev', 'rvr', 'vcc'].flatMap((word) =>
        ['-1', '99', '1x', '99999999999999999999'].map(
          (revision) => ['GET', `/!svn/${word}/${revision}`, 404] as const,
        ),
      ),
      ['PATCH', '/trunk/a', 405],
      ['SEARCH', '/trunk/a', 405],
      ['ACL', '/trunk/a', 405],
    ] as const) {
      const answer = await ask(method, `${repository.url}${below}`, developer, { headers: { depth: '0' } });
      await answer.text();
      expect([method, below, answer.status]).toEqual([method, below, status]);
    }
    for (const [method, below, status] of [
      ['GET', '/trunk/%2e%2e/a', 404],
      ['VERSION-CONTROL', '', 405],
      ['FROB', '', 405],
    ] as const) {
      const wire = await RawConnection.open();
      wire.send(head(method, pathOf(repository.url) + below, { Authorization: developer.basic }));
      expect([method, below, (await wire.read()).status]).toEqual([method, below, status]);
      wire.cut();
    }
    const client = await SvnClient.of(developer);
    const made = await client.run('svn', ['mkdir', '-m', 'x', `${repository.url}/trunk/${long}`]);
    expect([made.status, made.output]).toEqual([1, expect.stringContaining('more than 255 bytes')]);
    await unchanged();
  });

  it('is answered over SSH, where the first message names no repository that one sees', async () => {
    const path = sshUrl.pathname.slice(1);
    const company = await newCompany();
    const theirs = await newRepository(company, await newProject(company), 'subversion');
    const foreign = new URL(String((await must(company.api.get(theirs.path))).ssh_url)).pathname.slice(1);
    for (const [said, reason] of [
      [first(svnUrl(foreign)), 'no such repository, or not visible to you'],
      [first(svnUrl(path.replace(/[^/]*$/, '../subversion/x'))), 'no such repository, or not visible to you'],
      [first(svnUrl(`../${path}`)), 'this names no repository'],
      ['( 2 ( edit-pipeline ) ) ', 'this names no repository'],
      ['GET / HTTP/1.1', 'this names no repository'],
      [`( 2 ( ) 20000:${'x'.repeat(17_000)}`, 'the first message is too long'],
    ]) {
      const told = await heard(said);
      expect([said.slice(0, 100), told]).toEqual([said.slice(0, 100), expect.stringMatching(greeting)]);
      expect(told).toContain(`( failure ( ( 170001 ${reason.length}:${reason} 0: 0 ) ) ) `);
    }
    const above = await heard(first(svnUrl(`${path}/../../../../x`)));
    expect(above).not.toMatch(/EXTERNAL.*success/);
  });

  it('is waited for over SSH while the first message comes, but not longer than half a minute', async () => {
    const said = first(svnUrl(`${sshUrl.pathname.slice(1)}/trunk`));
    expect(await heard(said.slice(0, 9), said.slice(9, 60), said.slice(60))).toMatch(letIn);
    expect(await silent).toContain(':the first message took too long 0: 0 )');
  });
});
