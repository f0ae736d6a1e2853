import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit, remoteRefs } from '../clients/git.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('Deleting a branch', () => {
  let admin: Person;
  let developer: Person;
  let repository: RepositoryAt;
  let path: string;
  let origin: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    path = `${repository.path}/branches`;
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['topic', 'kept', 'feature/x'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
  });

  it('answers the branch as it was, and git does not see it any more', async () => {
    const commit = await mustGit(origin, 'rev-parse', 'topic');
    const { status, body } = await developer.api.delete(`${path}/topic`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      api_status: 200,
      id: 'topic',
      uuid: `${repository.uuid}-topic`,
      commit,
      protected: false,
    });
    expect(await remoteRefs(origin, admin.in(repository.url))).not.toHaveProperty('refs/heads/topic');
    expect((await developer.api.get(`${path}/topic`)).status).toBe(404);
    expect((await developer.api.delete(`${path}/topic`)).status).toBe(404);
  });

  it('frees the name at once, without its protection', async () => {
    const commit = await mustGit(origin, 'rev-parse', 'main');
    await must(developer.api.post(path, { id: 'topic/below', commit }), 201);
    await must(developer.api.delete(`${path}/topic%2Fbelow`));
    await must(developer.api.post(path, { id: 'topic', commit }), 201);
    expect((await must(developer.api.get(`${path}/topic`))).protected).toBe(false);
  });

  it('is refused to everybody while the branch is protected', async () => {
    await must(admin.api.put(`${path}/kept`, { protected: true }));
    for (const person of [developer, admin]) {
      const { status, body } = await person.api.delete(`${path}/kept`);
      expect([status, body.api_errors]).toEqual([422, { protected: { locked: true } }]);
    }
    expect(await remoteRefs(origin, admin.in(repository.url))).toHaveProperty('refs/heads/kept');
  });

  it('is refused for the branch that HEAD names, protected or not', async () => {
    const { status, body } = await admin.api.delete(`${path}/main`);
    expect([status, body.api_errors]).toEqual([422, { id: { locked: true } }]);
    await must(admin.api.put(`${path}/main`, { protected: true }));
    const both = await admin.api.delete(`${path}/main`);
    expect([both.status, both.body.api_errors]).toEqual([
      422,
      { id: { locked: true }, protected: { locked: true } },
    ]);
  });

  it('follows when another branch becomes the default', async () => {
    await must(admin.api.put(repository.path, { default_identifier: 'feature/x' }));
    const { status, body } = await admin.api.delete(`${path}/feature/x`);
    expect([status, body.api_errors]).toEqual([422, { id: { locked: true } }]);
  });

  it('loses nothing but the name: the commit can be branched again', async () => {
    const commit = await mustGit(origin, 'rev-parse', 'topic');
    await must(developer.api.post(path, { id: 'again', commit }), 201);
  });
});
