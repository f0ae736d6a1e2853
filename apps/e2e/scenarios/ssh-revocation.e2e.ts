/** @alone Measures a second. */
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { endsSoon } from '../clients/soon-refused.js';
import { SshClient } from '../clients/ssh.js';
import { scratch } from '../scratch.js';
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

describe('What is taken away ends what is open over SSH, within a second', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let url: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    repository = await newRepository(admin, project);
    url = String((await must(admin.api.get(repository.path))).ssh_url);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    await copy.must('push', '-q', admin.in(repository.url), 'main');
  });

  /** The list of references: now it is the client that should say something, and it does not. */
  const ended = (machine: SshClient, program: string, take: () => Promise<unknown>) =>
    endsSoon(
      machine,
      url,
      { command: `${program} '${new URL(url).pathname}'`, says: '', heard: /refs/ },
      take,
    );

  it('a key', async () => {
    const person = await newMember(admin, project, 'developer');
    const machine = await SshClient.make();
    const id = await machine.store(person);
    const end = await ended(machine, 'git-upload-pack', () =>
      must(person.api.delete(`/account/ssh_keys/${id}`)),
    );
    expect(end.status).not.toBe(0);
    expect((await machine.ssh(url, '-T')).output).toContain('Permission denied');
  });

  it('a role', async () => {
    const person = await newMember(admin, project, 'developer');
    const machine = await SshClient.of(person);
    const end = await ended(machine, 'git-upload-pack', () =>
      must(admin.api.delete(`${project.path}/project_users/${person.id}`)),
    );
    expect(end.status).toBe(128);
    expect(end.said).toContain('no such repository, or not visible');
    expect((await machine.ssh(url, '-T')).output).toContain('Hello');
  });

  it('the right to push', async () => {
    const person = await newMember(admin, project, 'developer');
    const machine = await SshClient.of(person);
    const end = await ended(machine, 'git-receive-pack', () =>
      must(admin.api.put(`${project.path}/project_users/${person.id}`, { role: 'guest' })),
    );
    expect(end.status).toBe(128);
    expect(end.said).toContain('you may read this repository, but not push');
  });

  it('an account', async () => {
    const person = await newMember(admin, project, 'developer');
    const machine = await SshClient.of(person);
    const end = await ended(machine, 'git-upload-pack', () => must(admin.api.delete(`/users/${person.id}`)));
    expect(end.status).not.toBe(0);
    // Its key is known to nobody: nor does it serve where somebody has just come with it.
    for (const words of [['-T'], [`git-upload-pack '${new URL(url).pathname}'`]]) {
      const again = await machine.ssh(url, ...words);
      expect([again.status, again.output]).toEqual([
        255,
        expect.stringContaining('Permission denied (publickey)') as string,
      ]);
    }
  });

  it('an account of a company that has another one with the same key, who is still let in', async () => {
    const [leaving, staying] = [await newMember(admin, project, 'developer'), await newCompany()];
    const machine = await SshClient.of(leaving);
    await machine.store(staying);
    await must(admin.api.delete(`/users/${leaving.id}`));
    const hello = await machine.ssh(url, '-T');
    expect(hello.output).toContain(staying.company);
    expect(hello.output).not.toContain(leaving.id);
    const { pathname } = new URL(url);
    const refused = await machine.ssh(url, `git-upload-pack '${pathname}'`);
    expect(refused.output).toContain('no such repository, or not visible to you');
  });
});
