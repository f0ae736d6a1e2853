/** @alone Measures a second. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { refusesSoon, type Way } from '../clients/soon-refused.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('What was taken away counts within a second', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    repository = await newRepository(admin, project);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
  });

  const throughApi: Way = (person) => person.api.get(`${repository.path}/branches/main`);
  const throughGit: Way = (person) =>
    ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, person);
  const pushing: Way = (person) => ask('GET', `${repository.url}/info/refs?service=git-receive-pack`, person);
  const withKey: Way = (person) => {
    const basic = `Basic ${Buffer.from(`${person.id}:${person.keys.account_key}`).toString('base64')}`;
    return ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, { basic });
  };

  it('a session that was ended', async () => {
    const person = await newMember(admin, project, 'developer');
    await refusesSoon(person, () => must(new Api().delete(`/account/sessions/${person.keys.account_key}`)), [
      [throughApi, 401],
      [withKey, 401],
    ]);
    expect((await new Api().delete(`/account/sessions/${person.keys.account_key}`)).status).toBe(404);
    expect((await throughGit(person)).status).toBe(200);
  });

  it('a role that was removed', async () => {
    const person = await newMember(admin, project, 'developer');
    await refusesSoon(person, () => must(admin.api.delete(`${project.path}/project_users/${person.id}`)), [
      [throughApi, 404],
      [throughGit, 404],
      [pushing, 404],
    ]);
  });

  it('a role that became a smaller one', async () => {
    const person = await newMember(admin, project, 'developer');
    await refusesSoon(
      person,
      () => must(admin.api.put(`${project.path}/project_users/${person.id}`, { role: 'guest' })),
      [[pushing, 403]],
    );
    expect((await throughApi(person)).status).toBe(200);
  });

  it('an account that was deactivated', async () => {
    const person = await newMember(admin, project, 'developer');
    await refusesSoon(person, () => must(admin.api.delete(`/users/${person.id}`)), [
      [throughApi, 401],
      [throughGit, 401],
      [withKey, 401],
    ]);
  });

  it('a password that was changed, with all keys', async () => {
    const person = await newMember(admin, project, 'developer');
    const second = await Person.login(person.company, person.id, person.password);
    await refusesSoon(
      person,
      () => must(person.api.put(`/users/${person.id}`, { password: 'Another5Knot' })),
      [
        [throughApi, 401],
        [throughGit, 401],
      ],
    );
    expect((await throughApi(second)).status).toBe(401);
    const again = await Person.login(person.company, person.id, 'Another5Knot');
    expect((await throughApi(again)).status).toBe(200);
  });

  it('a project that only members may see now', async () => {
    const open = await newProject(admin, { visibility: 'company' });
    const inside = await newRepository(admin, open);
    const person = await newMember(admin, project, 'guest');
    await refusesSoon(person, () => must(admin.api.put(open.path, { visibility: 'members' })), [
      [(each) => each.api.get(inside.path), 404],
      [(each) => ask('GET', `${inside.url}/info/refs?service=git-upload-pack`, each), 404],
    ]);
  });

  it('a repository and a project that were deactivated', async () => {
    const own = await newProject(admin);
    const inside = await newRepository(admin, own);
    const other = await newRepository(admin, own);
    const person = await newMember(admin, own, 'developer');
    const pushTo =
      (at: RepositoryAt): Way =>
      (each) =>
        ask('GET', `${at.url}/info/refs?service=git-receive-pack`, each);
    await refusesSoon(person, () => must(admin.api.delete(inside.path)), [[pushTo(inside), 404]]);
    await refusesSoon(person, () => must(admin.api.delete(own.path)), [[pushTo(other), 404]]);
  });

  it('a role, and it counts for a push that was begun before', async () => {
    const person = await newMember(admin, project, 'developer');
    const copy = await WorkingCopy.clone(person.in(repository.url), join(await scratch(), 'late'));
    const commit = await copy.commit('late.txt', 'late');
    // The hook of the client runs after the server has told its refs and before the objects are sent.
    await mkdir(join(copy.directory, '.git/hooks'), { recursive: true });
    await writeFile(
      join(copy.directory, '.git/hooks/pre-push'),
      '#!/bin/sh\ntouch begun\nwhile [ ! -e go ]; do sleep 0.05; done\n',
      {
        mode: 0o755,
      },
    );
    const push = copy.push(person.in(repository.url), 'HEAD:refs/heads/late');
    while (!existsSync(join(copy.directory, 'begun'))) await sleep(20);
    await must(admin.api.delete(`${project.path}/project_users/${person.id}`));
    await writeFile(join(copy.directory, 'go'), '');
    expect((await push).status).not.toBe(0);
    const { status } = await admin.api.post(`${repository.path}/branches`, { id: 'late', commit });
    expect(status).toBe(422);
  });

  it('a company admin who is none any more', async () => {
    const person = await newMember(admin, project, 'guest');
    await must(admin.api.put(`/users/${person.id}`, { company_admin: true }));
    const other = await newProject(admin);
    await refusesSoon(person, () => must(admin.api.put(`/users/${person.id}`, { company_admin: false })), [
      [(each) => each.api.get(other.path), 404],
    ]);
  });
});
