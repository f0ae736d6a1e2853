import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { run } from '../clients/program.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

const item = (text: string) => `${text.length}:${text}`;

// A transaction of Subversion takes one writer at a time. A developer who sent changes of his own at the same time, or
// over HTTP beside his commit over SSH, made a damaged revision: nobody could check it out, or dump the repository.
(hasSvn ? describe : describe.skip)('Changes of one transaction of Subversion at the same time', () => {
  let admin: Person;
  let developer: Person;
  let repository: RepositoryAt;
  let colleague: SvnClient;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'subversion', { layout: true });
    colleague = await SvnClient.of(admin);
  });

  const request = async (method: string, below: string, body?: string, type = 'text/xml') => {
    const headers = { 'content-type': type };
    const answer = await ask(method, `${repository.url}${below}`, developer, { headers, body });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const begun = async () => {
    const { headers } = await request('POST', '/!svn/me', '( create-txn )', 'application/vnd.svn-skel');
    return String(headers.get('svn-txn-name'));
  };
  const merged = async (name: string) => {
    const source = `<D:source><D:href>${pathOf(repository.url)}/!svn/txn/${name}</D:href></D:source>`;
    return (await request('MERGE', '', `<D:merge xmlns:D="DAV:">${source}</D:merge>`)).status;
  };
  /** Several clients put files and directories into one directory; how often each was answered what. */
  const storm = async (place: string): Promise<Record<number, number>> => {
    const told: Record<number, number> = {};
    const client = async (number: number): Promise<void> => {
      for (let at = 0; at < 6; at += 1) {
        const path = `${place}/n${number}-${at}`;
        const { status } = await ((at + number) % 2
          ? request('MKCOL', path)
          : request('PUT', path, 'x'.repeat(500), 'application/octet-stream'));
        told[status] = (told[status] ?? 0) + 1;
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(client));
    return told;
  };
  /** Everything is read, and dumped as mirrors do. */
  const isWhole = async () => {
    await colleague.must(['list', '-R', `${repository.url}/trunk`]);
    const dumped = await colleague.run('svnrdump', ['dump', '-q', repository.url]);
    expect([dumped.status, dumped.output.slice(-200)]).toEqual([0, expect.any(String)]);
  };

  it('are made one after the other, and their revision is whole', async () => {
    for (const round of ['a', 'b', 'c']) {
      const name = await begun();
      const place = `/!svn/txr/${name}/trunk/${round}`;
      expect((await request('MKCOL', place)).status).toBe(201);
      expect(await storm(place)).toEqual({ 201: 36 });
      expect(await merged(name)).toBe(200);
    }
    await isWhole();
  });

  it('are refused over HTTP where the transaction is of a commit over SSH', async () => {
    const url = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    const machine = await SshClient.of(developer);
    const before = await begun();
    expect((await request('DELETE', `/!svn/txn/${before}`)).status).toBe(204);
    const [revision, number] = before.split('-');
    const name = `${revision}-${(parseInt(number, 36) + 1).toString(36)}`;
    const root = `svn+ssh://svc@host${url.pathname}`;
    const said = join(machine.directory, 'said');
    const begins =
      `( 2 ( edit-pipeline svndiff1 ) ${item(root)} 3:svn ( ) ) ( EXTERNAL ( 0: ) ) ( commit ( 4:fine ( ) false ) ) ` +
      '( open-root ( ( ) 2:c0 ) ) ( add-dir ( 3:ssh 2:c0 2:c1 ( ) ) ) ';
    const ends = '( close-dir ( 2:c1 ) ) ( close-dir ( 2:c0 ) ) ( close-edit ( ) ) ';
    await writeFile(said, begins);
    await writeFile(`${said}-end`, ends);
    const target = ['-p', url.port, `${url.username}@${url.hostname}`, 'svnserve -t'];
    const feed = `cat ${said}; while test ! -e ${said}-go; do sleep 0.1; done; cat ${said}-end; sleep 3`;
    const script = `exec ssh "$@" < <(${feed}) 2>/dev/null`;
    const talk = run('bash', ['-c', script, 'ssh', ...machine.options, ...target], {
      cwd: machine.directory,
    });
    // It is there, and a little later kept.
    let last = 0;
    for (let tries = 0; tries < 300 && last !== 409; tries += 1) {
      await sleep(50);
      last = (await request('GET', `/!svn/txr/${name}/trunk`)).status;
    }
    expect((await request('MKCOL', `/!svn/txr/${name}/late`)).status).toBe(409);
    const put = await request('PUT', `/!svn/txr/${name}/file`, 'late', 'application/octet-stream');
    expect([put.status, put.text]).toEqual([409, expect.stringContaining('is of a commit over SSH')]);
    expect((await request('DELETE', `/!svn/txn/${name}`)).status).toBe(409);
    expect(await merged(name)).toBe(409);
    await writeFile(`${said}-go`, '');
    await talk;
    expect((await colleague.must(['list', repository.url])).trim().split('\n')).toEqual([
      ...['branches/', 'ssh/', 'tags/', 'trunk/'],
    ]);
    await isWhole();
  });
});
