/** @alone Measures a second. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { ask, pathOf } from '../../clients/door.js';
import { HgCopy, mustHg } from '../../clients/hg.js';
import { endsSoon, refusesSoon, type Way } from '../../clients/soon-refused.js';
import { SshClient } from '../../clients/ssh.js';
import { kindsBesideGit, type TestedKind } from '../../clients/tested-kinds.js';
import { scratch } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

/** Brings something, and takes something away when it is half brought; it must be refused then. */
const halfWay: Record<
  TestedKind['type'],
  (person: Person, repository: RepositoryAt, take: () => Promise<unknown>) => Promise<void>
> = {
  // Has its own scenario.
  git: () => Promise.resolve(),
  mercurial: async (person, { url }, take) => {
    const clone = join(await scratch(), 'late');
    await mustHg('/', 'clone', '-q', person.in(url), clone);
    const copy = new HgCopy(clone);
    await copy.commit('late', 'late');
    // It runs when the server has told what it has, and before anything is sent.
    const hook = 'touch begun; while [ ! -e go ]; do sleep 0.05; done';
    const push = copy.hg('push', '--config', `hooks.preoutgoing=${hook}`, person.in(url));
    while (!existsSync(join(clone, 'begun'))) await sleep(20);
    await take();
    await writeFile(join(clone, 'go'), '');
    expect(await push).toMatchObject({ status: 255 });
  },
  subversion: async (person, { url }, take) => {
    const begun = await ask('POST', `${url}/!svn/me`, person, {
      headers: { 'content-type': 'application/vnd.svn-skel' },
      body: '( create-txn )',
    });
    const name = begun.headers.get('svn-txn-name');
    const made = await ask('MKCOL', `${url}/!svn/txr/${name}/trunk/late`, person);
    expect([begun.status, made.status]).toEqual([201, 201]);
    await take();
    const source = `<D:source><D:href>${pathOf(url)}/!svn/txn/${name}</D:href></D:source>`;
    const merged = await ask('MERGE', url, person, {
      headers: { 'content-type': 'text/xml' },
      body: `<D:merge xmlns:D="DAV:">${source}</D:merge>`,
    });
    expect(merged.status).toBe(404);
  },
};

describe.each(kindsBesideGit)(
  'What is taken away counts within a second, in repositories of $type:',
  (kind) => {
    let admin: Person;
    let project: ProjectAt;
    let repository: RepositoryAt;
    let commit: string;
    let sshUrl: string;

    beforeAll(async () => {
      admin = await companyAdmin();
      project = await newProject(admin);
      repository = await newRepository(admin, project, kind.type, kind.attributes);
      expect(await (await kind.writer()).push(admin, repository, 'one')).toMatchObject({ status: 0 });
      commit = String((await must(admin.api.get(`${repository.path}/branches/${kind.base}`))).commit);
      sshUrl = String((await must(admin.api.get(repository.path))).ssh_url);
    });

    const throughApi: Way = (person) => person.api.get(`${repository.path}/branches/${kind.base}`);
    const fetching: Way = (person) => kind.fetches(person, repository, commit);
    const pushing: Way = (person) => kind.pushes(person, repository, commit);
    const member = () => newMember(admin, project, 'developer');
    const roleOf = ({ id }: Person) => `${project.path}/project_users/${id}`;

    it('a role', async () => {
      const person = await member();
      await refusesSoon(person, () => must(admin.api.delete(roleOf(person))), [
        [throughApi, 404],
        [fetching, 404],
        [pushing, 404],
      ]);
    });

    it('a part of a role', async () => {
      const person = await member();
      const lessen = () => must(admin.api.put(roleOf(person), { role: 'guest' }));
      await refusesSoon(person, lessen, [[pushing, 403]]);
      expect((await fetching(person)).status).toBeLessThan(300);
    });

    it('an account, and a password', async () => {
      const [gone, changed] = [await member(), await member()];
      await refusesSoon(gone, () => must(admin.api.delete(`/users/${gone.id}`)), [
        [throughApi, 401],
        [fetching, 401],
        [pushing, 401],
      ]);
      const password = 'Another5Knot';
      await refusesSoon(changed, () => must(changed.api.put(`/users/${changed.id}`, { password })), [
        [throughApi, 401],
        [fetching, 401],
      ]);
    });

    it('the repository', async () => {
      const person = await member();
      const other = await newRepository(admin, project, kind.type, kind.attributes);
      expect(await (await kind.writer()).push(person, other, 'one')).toMatchObject({ status: 0 });
      await refusesSoon(person, () => must(admin.api.delete(other.path)), [
        [(each) => kind.fetches(each, other, commit), 404],
      ]);
    });

    it('a role, and it counts for what was half brought', async () => {
      const person = await member();
      await halfWay[kind.type](person, repository, () => must(admin.api.delete(roleOf(person))));
      const { commit: now } = await must(admin.api.get(`${repository.path}/branches/${kind.base}`));
      expect(now).toBe(commit);
    });

    const talk = () => kind.talk(new URL(sshUrl).pathname);

    it('a key, an account, and a role end what is open over SSH', async () => {
      const machine = await SshClient.make();
      const [one, two, three] = [await member(), await member(), await member()];
      const id = await machine.store(one);
      const takes: [SshClient, () => Promise<unknown>][] = [
        [machine, () => must(one.api.delete(`/account/ssh_keys/${id}`))],
        [await SshClient.of(two), () => must(admin.api.delete(`/users/${two.id}`))],
        [await SshClient.of(three), () => must(admin.api.delete(roleOf(three)))],
      ];
      for (const [at, take] of takes) expect((await endsSoon(at, sshUrl, talk(), take)).status).not.toBe(0);
    });

    it('the right to write ends what is open over SSH and may write', async () => {
      const person = await member();
      const lessen = () => must(admin.api.put(roleOf(person), { role: 'guest' }));
      const { status, said } = await endsSoon(await SshClient.of(person), sshUrl, talk(), lessen);
      expect([status === 0, said]).toEqual([false, expect.stringContaining('you may read this repository')]);
    });
  },
);
