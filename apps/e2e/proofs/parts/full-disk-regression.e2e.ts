import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { ask } from '../../clients/door.js';
import { git, mustGit, remoteRefs, WorkingCopy } from '../../clients/git.js';
import { hasHg, HgCopy, mustHg } from '../../clients/hg.js';
import { SshClient } from '../../clients/ssh.js';
import { hasSvn, SvnClient } from '../../clients/svn.js';
import { scratch } from '../../scratch.js';
import { toolsDirectory } from '../../system.js';
import { Installation } from '../../clients/tree-installation.js';
import { newProject, newRepository, type Person, type ProjectAt, type RepositoryAt } from '../../world.js';

const diskFull = /the disk of the server is full/;
// Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
const withKinds = hasHg && hasSvn ? it : it.skip;

const tree = join(toolsDirectory, '..');

describe('An installation of whose disk only the reserve is left', () => {
  let installation: Installation;
  let admin: Person;
  let project: ProjectAt;
  let code: RepositoryAt;
  let artifacts: RepositoryAt;
  let copy: WorkingCopy;
  let tip: string;
  let hg: RepositoryAt;
  let svn: RepositoryAt;
  let hgCopy: HgCopy;
  let hgTip: string;
  let machine: SshClient;

  beforeAll(async () => {
    installation = await Installation.make();
    await installation.command(tree, 'up', '--detach');
    admin = await installation.login();
    project = await newProject(admin);
    code = await newRepository(admin, project);
    artifacts = await newRepository(admin, project, 'maven');
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    tip = await copy.commit('first.txt', 'first');
    for (const branch of ['main', 'old', 'older'])
      expect(await copy.push(admin.in(code.url), `HEAD:refs/heads/${branch}`)).toMatchObject({ status: 0 });
    expect((await ask('PUT', `${artifacts.url}/a/a.jar`, admin, { body: 'bytes' })).status).toBe(201);
    if (hasHg && hasSvn) {
      hg = await newRepository(admin, project, 'mercurial');
      svn = await newRepository(admin, project, 'subversion', { layout: true });
      hgCopy = await HgCopy.make(join(await scratch(), 'hg'));
      machine = await SshClient.of(admin);
      hgTip = await hgCopy.commit('first.txt', 'first');
      await hgCopy.must('push', '-q', admin.in(hg.url));
    }
    await installation.command(tree, 'down');
    // No disk has so much: it is as full as can be.
    installation.set('HOLDFAST_FREE_SPACE_RESERVE', '900000T');
    await installation.command(tree, 'up', '--detach');
    admin = await installation.login();
  });

  afterAll(() => installation?.command(tree, 'down'), 100_000);

  it('refuses a push and says why, and leaves nothing of it', async () => {
    await copy.commit('second.txt', 'second');
    const { status, output } = await copy.push(admin.in(code.url), 'HEAD:refs/heads/main');
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: the disk of the server is full/m);
    const { 'refs/heads/main': main } = await remoteRefs(copy.directory, admin.in(code.url));
    expect(main).toBe(tip);
  });

  withKinds('refuses a push of Mercurial over both doors, and lets it be cloned', async () => {
    const { ssh_url } = await must(admin.api.get(hg.path));
    await hgCopy.commit('second.txt', 'second');
    for (const words of [
      [admin.in(hg.url)],
      ['--ssh', ['ssh', ...machine.options].join(' '), String(ssh_url)],
    ]) {
      const { status, output } = await hgCopy.hg('push', ...words);
      expect([status, output]).toEqual([255, expect.stringMatching(diskFull)]);
      const clone = join(await scratch(), 'clone');
      await mustHg(hgCopy.directory, 'clone', '-q', ...words, clone);
      expect(await mustHg(clone, 'log', '-T', '{node}')).toBe(hgTip);
    }
    const answer = await admin.api.post(`${hg.path}/branches`, { id: 'new', commit: hgTip });
    expect(answer.status).toBe(507);
    const { results } = await must(admin.api.get(`${hg.path}/branches`));
    expect(results).toMatchObject([{ id: 'default', commit: hgTip }]);
  });

  withKinds('refuses a commit of Subversion over both doors, and lets it be read', async () => {
    const { ssh_url } = await must(admin.api.get(svn.path));
    const { port } = new URL(String(ssh_url));
    for (const [client, url] of [
      [await SvnClient.of(admin), svn.url],
      // The stock client hands a port of the address on as a part of the name.
      [await SvnClient.overSsh(machine, port), String(ssh_url).replace(`:${port}/`, '/')],
    ] as const) {
      const refused = await client.run('svn', ['mkdir', '-m', 'x', `${url}/trunk/new`]);
      expect([refused.status, refused.output]).toEqual([1, expect.stringMatching(diskFull)]);
      expect(await client.must(['ls', '-R', url])).toBe('branches/\ntags/\ntrunk/\n');
      await client.must(['checkout', '-q', url, 'copy']);
    }
    const answer = await admin.api.post(`${svn.path}/branches`, { id: 'new', commit: '1' });
    expect(answer.status).toBe(507);
    expect((await must(admin.api.get(`${svn.path}/commits`))).results).toMatchObject([{ id: '1' }]);
  });

  it('refuses uploads, of checksums too', async () => {
    for (const name of ['b.jar', 'b.jar.sha1', 'maven-metadata.xml']) {
      const answer = await ask('PUT', `${artifacts.url}/a/${name}`, admin, { body: 'bytes' });
      expect([name, answer.status, answer.statusText]).toEqual([name, 507, 'the storage is full']);
    }
    expect((await ask('GET', `${artifacts.url}/a/b.jar`, admin)).status).toBe(404);
  });

  it('refuses what the API would store beside the database', async () => {
    const asked: [path: string, body: object][] = [
      [`${code.path}/branches`, { id: 'new', commit: tip }],
      [`${code.path}/tags`, { id: 'v1', commit: tip }],
      [`${code.path}/tags`, { id: 'v2', commit: tip, message: 'two' }],
      [
        `${code.path}/commits`,
        { branch: 'main', parent: tip, message: 'm', modified: [{ path: 'a', content: 'x' }] },
      ],
      ...['git', ...(hasHg ? ['mercurial'] : []), ...(hasSvn ? ['subversion'] : [])].map(
        (type): [path: string, body: object] => [`${project.path}/repositories`, { id: 'new', type }],
      ),
    ];
    for (const [path, body] of asked) {
      const answer = await admin.api.post(path, body);
      expect([path, answer.status]).toEqual([path, 507]);
    }
    const branches = await admin.api.get(`${code.path}/branches`);
    expect([branches.status, JSON.stringify(branches.body).includes('"new"')]).toEqual([200, false]);
  });

  it('refuses what only the database would keep, whoever asks, and tells nobody of what he may not see', async () => {
    const id = 'kept';
    const full = { status: 507, body: { api_status: 507, api_message: 'Insufficient Storage' } };
    const asked = [
      await admin.api.post('/projects', { id, name: id, properties: { text: 'x' } }),
      await admin.api.post('/projects', [{ id, name: id }]),
      await admin.api.post('/projects', { id, name: id }, { headers: { 'idempotency-key': id } }),
      await admin.api.put(project.path, { description: 'longer' }),
    ];
    for (const answer of asked) expect(answer).toMatchObject(full);
    expect((await admin.api.put('/projects/absent', { description: 'longer' })).status).toBe(404);
    expect((await admin.api.get(`/projects/${id}`)).status).toBe(404);
  });

  it('lets everything be read', async () => {
    const clone = join(await scratch(), 'clone');
    await mustGit('/', 'clone', '-q', admin.in(code.url), clone);
    expect((await git(clone, 'rev-parse', 'HEAD')).stdout.trim()).toBe(tip);
    const jar = await ask('GET', `${artifacts.url}/a/a.jar`, admin);
    expect([jar.status, await jar.text()]).toEqual([200, 'bytes']);
    expect((await admin.api.get(`${code.path}/commits`)).status).toBe(200);
    expect((await fetch(`${installation.access.site_url}/health/ready`)).status).toBe(200);
  });

  it('lets be removed what takes room', async () => {
    expect(await copy.push(admin.in(code.url), ':refs/heads/old')).toMatchObject({ status: 0 });
    expect((await admin.api.delete(`${code.path}/branches/older`)).status).toBe(200);
    expect((await ask('DELETE', `${artifacts.url}/a/a.jar`, admin)).status).toBe(204);
    expect((await admin.api.delete(artifacts.path)).status).toBe(200);
    expect((await (await installation.login()).api.get('/projects')).status).toBe(200);
  });

  it('tells its operator', () => {
    for (const disk of ['repositories', 'artifacts', 'database'])
      expect(installation.log).toMatch(new RegExp(`"disk":"${disk}".*the disk is full`));
  });
});
