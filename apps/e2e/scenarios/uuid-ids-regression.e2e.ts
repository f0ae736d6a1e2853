import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import { run } from '../clients/program.js';
import { scratch, unique } from '../scratch.js';
import { toolsDirectory } from '../system.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const reserved = { id: { reserved: true } };

describe('The uuid of one object as the id of another', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;
  let projectUuid: string;
  let repository: RepositoryAt;
  let copy: WorkingCopy;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    const at = { project_id: project.id };
    projectUuid = (await admin.client.call('project.show', { params: at })).uuid;
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('first.txt', 'first');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
    const params = { ...at, repository_id: repository.id, id: 'main' };
    await admin.client.call('branch.update', { params, body: { protected: true } });
  });

  const refused = async (who: Person, path: string, body: object): Promise<void> => {
    const { status, body: answer } = await who.api.post(path, body);
    expect([path, status, answer.api_errors]).toEqual([path, 422, reserved]);
  };

  it('opens no protected branch to a developer, and takes none from others', async () => {
    for (const id of [projectUuid, projectUuid.toUpperCase()])
      await refused(developer, '/projects', { id, name: unique('trap'), visibility: 'members' });
    const own = await newProject(developer);
    const { status, body } = await developer.api.put(own.path, { id: projectUuid });
    expect([status, body.api_errors]).toEqual([422, reserved]);
    const commit = await copy.commit('second.txt', 'second');
    const { output, ...push } = await copy.push(developer.in(repository.url), 'main');
    expect(push.status).not.toBe(0);
    expect(output).toMatch(/^remote: .*main.*protected/m);
    expect((await admin.client.call('project.show', { params: { project_id: projectUuid } })).id).toBe(
      project.id,
    );
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
    expect((await copy.push(developer.in(repository.url), 'main:topic')).status).toBe(0);
    expect((await remoteRefs(copy.directory, admin.in(repository.url)))['refs/heads/main']).toBe(commit);
  });

  it('is reserved for every object whose id is chosen', async () => {
    const id = randomUUID();
    const email = `${id}@example.org`;
    await refused(admin, '/users', { id, email });
    await refused(admin, '/collaborators', { id, email });
    await refused(admin, '/bots', { id });
    await refused(admin, '/groups', { id, name: id });
    await refused(admin, `${project.path}/repositories`, { id, type: 'git' });
    await refused(admin, `${project.path}/repositories`, { id: id.toUpperCase(), type: 'maven' });
  });

  it.each([[[]], [['--login', randomUUID()]]])(
    'is reserved for companies and their admins (%j)',
    async (more) => {
      const id = more.length ? unique('company') : randomUUID();
      const { status, output } = await run(
        join(toolsDirectory, 'holdfast'),
        ['company', 'create', id, ...more],
        {
          cwd: toolsDirectory,
          env: { HOLDFAST_HOME: process.env.HOLDFAST_HOME ?? '' },
        },
      );
      expect(status).not.toBe(0);
      expect(output).toContain('reserved');
    },
  );

  it('leads to its object at every address, in either case', async () => {
    for (const uuid of [projectUuid, projectUuid.toUpperCase()]) {
      const params = { project_id: uuid, repository_id: repository.uuid };
      expect((await admin.client.call('repository.show', { params })).id).toBe(repository.id);
      const url = repository.url
        .replace(`/projects/${project.id}/`, `/projects/${uuid}/`)
        .replace(/[^/]+$/, repository.uuid);
      expect(Object.keys(await remoteRefs(copy.directory, admin.in(url)))).toContain('refs/heads/main');
    }
    const me = { params: { id: 'me' } };
    const { uuid } = await admin.client.call('user.show', me);
    expect((await admin.client.call('user.show', { params: { id: uuid } })).id).toBe(admin.id);
    const { uuid: other } = await developer.client.call('user.show', me);
    const params = { project_id: project.id, id: other };
    expect((await admin.client.call('project_user.show', { params })).user.id).toBe(developer.id);
  });
});
