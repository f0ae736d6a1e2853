/** @apart Ends services. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must, type ApiObject } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { crash, ready } from '../clients/installation.js';
import { generateRepository, mustGit } from '../clients/git.js';
import { operate } from '../clients/operator.js';
import { kindsBesideGit } from '../clients/tested-kinds.js';
import { walk } from '../examples/walk.js';
import { scratch } from '../scratch.js';
import {
  giveRole,
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
} from '../world.js';

interface Event extends ApiObject {
  account: { id: string; uuid: string } | null;
  operation: string;
  target: { type: string; id: string; uuid?: string; project?: { id: string }; repository?: { id: string } };
  address: string;
  outcome: string;
  detail: Record<string, unknown>;
}

const events = async (admin: Person, query = ''): Promise<Event[]> =>
  (await must(admin.api.get(`/audit_events${query}`), 200)).results as Event[];

/** Waits until the installation can do it again. */
const insist = async (act: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(100);
    }
  }
};

describe('Audit events', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await newCompany();
  });

  it('are left by every operation that changes something, without a secret in them', async () => {
    const company = await newCompany();
    const made = await walk(company);
    const secrets = Object.values(made).flatMap(({ request, response }) =>
      [request.body, response].flatMap((each) => {
        const { password, account_key } = (each ?? {}) as Record<string, string | undefined>;
        return [password, account_key].filter((text) => text !== undefined);
      }),
    );
    expect(secrets.length).toBeGreaterThan(3);
    const changing = Object.entries(made).filter(([, { request }]) => request.method !== 'GET');
    const all = await events(company, '?limit=1000');
    const left = new Set(all.map(({ operation }) => operation));
    const missing = changing.map(([operation]) => operation).filter((operation) => !left.has(operation));
    // Each of them says why in its contract.
    expect(missing.sort()).toEqual([
      'branch.create',
      'commit.create',
      'password_recovery.create',
      'subscriber.subscribe',
      'subscriber.unsubscribe',
      'tag.create',
    ]);
    for (const secret of [...secrets, company.password]) expect(JSON.stringify(all)).not.toContain(secret);
    expect(all.every(({ outcome, address }) => outcome === 'ok' && address !== undefined)).toBe(true);
  });

  it('tell at once of what any service did, to whom, by whom and from where', async () => {
    const project = await newProject(admin);
    const person = await newUser(admin);
    await giveRole(admin, project, person, 'master');
    const maven = await newRepository(admin, project, 'maven');
    const jar = 'org/example/lib/1.0/lib-1.0.jar';
    expect((await ask('PUT', `${maven.url}/${jar}`, person, { body: 'jar' })).status).toBe(201);
    expect((await ask('DELETE', `${maven.url}/${jar}`, person)).status).toBe(204);
    await must(admin.api.put(maven.path, { policy: 'release' }));
    const found = await events(admin, `?target=${project.id}&order=asc`);
    expect(found.map(({ operation, account, detail }) => [operation, account?.id, detail])).toEqual([
      ['project.create', admin.id, expect.objectContaining({ visibility: 'members' })],
      ['project_user.create', admin.id, { role: 'master' }],
      ['repository.create', admin.id, expect.objectContaining({ type: 'maven' })],
      ['artifact_file.delete', person.id, {}],
      ['repository.update', admin.id, { policy: 'release' }],
    ]);
    expect(found[1].target).toMatchObject({
      type: 'project_user',
      id: person.id,
      project: { id: project.id },
    });
    expect(found[3].target).toMatchObject({
      id: jar,
      repository: { id: maven.id },
      project: { id: project.id },
    });
    expect(found.every(({ address }) => address === '127.0.0.1')).toBe(true);
    const [login] = await events(admin, `?account=${person.id}&operation=session.create`);
    expect(login.target.type).toBe('session');
    await must(admin.api.delete(`/users/${person.id}`));
    expect((await events(admin, `?account=${person.id}-1&operation=session.create`))[0]).toMatchObject({
      id: login.id,
      account: { id: `${person.id}-1` },
    });
    expect((await must(admin.api.get(`/audit_events/${login.id}`), 200)).operation).toBe('session.create');
  });

  it('tell of what pushes delete, as of what calls delete', async () => {
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'master');
    const repository = await newRepository(admin, project);
    const directory = join(await scratch(), 'deleted');
    await generateRepository(directory, { branches: ['pushed', 'called'], tags: ['v1', 'v2'], commits: 1 });
    await mustGit(directory, 'push', '-q', '--mirror', person.in(repository.url));
    await mustGit(directory, 'push', '-q', person.in(repository.url), ':pushed', ':refs/tags/v1');
    await must(person.api.delete(`${repository.path}/branches/called`));
    await must(person.api.delete(`${repository.path}/tags/v2`));
    const deletions = async () =>
      (await events(admin, `?target=${repository.id}&operation=branch.delete,tag.delete`)).map(
        ({ operation, account, address, outcome, detail, target }) => ({
          told: { account: account?.id, address, outcome, detail },
          target: `${operation} ${target.id} ${target.uuid} ${target.repository?.id} ${target.project?.id}`,
        }),
      );
    await insist(async () => expect(await deletions()).toHaveLength(4));
    const told = { account: person.id, address: '127.0.0.1', outcome: 'ok', detail: {} };
    const where = `${repository.id} ${project.id}`;
    expect((await deletions()).sort((a, b) => (a.target < b.target ? -1 : 1))).toEqual([
      { told, target: `branch.delete called ${repository.uuid}-called ${where}` },
      { told, target: `branch.delete pushed ${repository.uuid}-pushed ${where}` },
      { told, target: `tag.delete v1 ${repository.uuid}-v1 ${where}` },
      { told, target: `tag.delete v2 ${repository.uuid}-v2 ${where}` },
    ]);
  });

  it.each(kindsBesideGit)('tell of branches of $type that end', async (kind) => {
    const { type, base, attributes } = kind;
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'developer');
    const repository = await newRepository(admin, project, type, attributes);
    const mine = await kind.writer();
    await mine.push(person, repository, 'one');
    const branches = `${repository.path}/branches`;
    const { commit } = await must(person.api.get(`${branches}/${base}`));
    for (const id of ['pushed', 'called']) await must(person.api.post(branches, { id, commit }), 201);
    expect(await mine.drop(person, repository, 'pushed')).toMatchObject({ status: 0 });
    await must(person.api.delete(`${branches}/called`), 200);
    expect((await must(person.api.get(branches), 200)).results.map(({ id }) => id)).toEqual([base]);
    // What a commit of Subversion deletes is in its history, and leaves no event.
    const ended = type === 'subversion' ? ['called'] : ['called', 'pushed'];
    await insist(async () => {
      const found = await events(admin, `?target=${repository.id}&operation=branch.delete`);
      expect(found.map(({ target }) => target.id).sort()).toEqual(ended);
      expect(found.every(({ account }) => account?.id === person.id)).toBe(true);
    });
  });

  it('tell of the operator', async () => {
    const user = await newUser(admin);
    await operate('admin', 'reset-password', admin.company, user.id);
    await operate('account', 'unlock', admin.company, user.id);
    const found = await events(admin, `?target=${user.id}&limit=2`);
    expect(found.map(({ operation, account }) => [operation, account])).toEqual([
      ['operator.user.unlock', null],
      ['operator.user.reset_password', null],
    ]);
    const made = await events(admin, '?operation=operator.company.create');
    expect(made.map(({ target }) => target.id)).toEqual([admin.company]);
  });

  it('are read by company admins of their own company, and changed by nobody', async () => {
    const project = await newProject(admin);
    const manager = await newMember(admin, project, 'admin');
    expect((await manager.api.get('/audit_events')).status).toBe(403);
    const [{ id }] = await events(admin);
    expect((await manager.api.get(`/audit_events/${id}`)).status).toBe(404);
    const other = await newCompany();
    expect((await other.api.get(`/audit_events/${id}`)).status).toBe(404);
    expect((await events(other)).map(({ operation }) => operation)).toEqual([
      'session.create',
      'operator.company.create',
    ]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(
        (await admin.api.request(method, `/audit_events${method === 'POST' ? '' : `/${id}`}`)).status,
      ).toBe(405);
    const privileges = async (who: Person, path: string) => {
      const { api_status, api_timestamp, ...rest } = await must(who.api.get(`${path}?privileges`), 200);
      expect([api_status, typeof api_timestamp]).toEqual([200, 'string']);
      return rest;
    };
    expect(await privileges(admin, '/audit_events')).toEqual({ create: false, read: true });
    expect(await privileges(manager, '/audit_events')).toEqual({ create: false, read: false });
    const own = { read: true, update: false, delete: false };
    expect(await privileges(admin, `/audit_events/${id}`)).toEqual(own);
    for (const filter of ['account', 'operation', 'target', 'address'])
      expect((await admin.api.get(`/audit_events?${filter}=`)).body.api_errors).toEqual({
        [filter]: { invalid: true },
      });
    expect((await admin.api.get('/audit_events?sort=operation')).status).toBe(422);
  });

  it('are there once each, whatever was killed between the change and the event', async () => {
    const project = await newProject(admin);
    const types = ['repository', 'identity'] as const;
    const made: string[] = [];
    for (const part of types) {
      for (let count = 0; count < 5; count += 1) made.push((await newRepository(admin, project, 'maven')).id);
      crash(part);
      await ready();
      await insist(async () => made.push((await newRepository(admin, project, 'maven')).id));
    }
    await insist(async () => {
      const found = await events(admin, `?operation=repository.create&target=${project.id}&order=asc`);
      // A creation that was cut off and done again may have left one more.
      const ids = found.map(({ target }) => target.id);
      expect(made.filter((id) => !ids.includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
});
