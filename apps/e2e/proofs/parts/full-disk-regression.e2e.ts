import { join } from 'node:path';
import { ask } from '../../clients/door.js';
import { git, mustGit, remoteRefs, WorkingCopy } from '../../clients/git.js';
import { scratch } from '../../scratch.js';
import { toolsDirectory } from '../../system.js';
import { Installation } from '../../clients/tree-installation.js';
import { newProject, newRepository, type Person, type ProjectAt, type RepositoryAt } from '../../world.js';

const tree = join(toolsDirectory, '..');

describe('An installation of whose disk only the reserve is left', () => {
  let installation: Installation;
  let admin: Person;
  let project: ProjectAt;
  let code: RepositoryAt;
  let artifacts: RepositoryAt;
  let copy: WorkingCopy;
  let tip: string;

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
    await installation.command(tree, 'down');
    // No disk has so much: it is as full as can be.
    installation.set('HOLDFAST_FREE_SPACE_RESERVE', '900000T');
    await installation.command(tree, 'up', '--detach');
    admin = await installation.login();
  }, 300_000);

  afterAll(() => installation?.command(tree, 'down'), 100_000);

  it('refuses a push and says why, and leaves nothing of it', async () => {
    await copy.commit('second.txt', 'second');
    const { status, output } = await copy.push(admin.in(code.url), 'HEAD:refs/heads/main');
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: the disk of the server is full/m);
    const { 'refs/heads/main': main } = await remoteRefs(copy.directory, admin.in(code.url));
    expect(main).toBe(tip);
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
      [`${project.path}/repositories`, { id: 'new', type: 'git' }],
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
