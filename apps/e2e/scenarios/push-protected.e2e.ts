import { join } from 'node:path';
import { must } from '../clients/api.js';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type Role,
  type RepositoryAt,
} from '../world.js';

describe('A push to a protected branch', () => {
  let admin: Person;
  let people: Record<'developer' | 'master', Person>;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let tip: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    const member = (role: Role): Promise<Person> => newMember(admin, project, role);
    people = { developer: await member('developer'), master: await member('master') };
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('first.txt', 'first');
    tip = await copy.commit('second.txt', 'second');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
    await must(admin.api.put(`${repository.path}/branches/main`, { protected: true }));
  });

  /** The commit is neither on a branch nor anywhere else in the repository. */
  const leavesNothing = async (commit: string): Promise<void> => {
    expect((await remoteRefs(copy.directory, admin.in(repository.url)))['refs/heads/main']).toBe(tip);
    const { status, body } = await admin.api.post(`${repository.path}/branches`, { id: 'probe', commit });
    expect([status, body.api_errors]).toEqual([422, { commit: { not_found: true } }]);
  };

  it.each(['developer', 'master'] as const)(
    'is refused to a %s with a line that names branch and rule',
    async (role) => {
      await copy.must('checkout', '-q', '-B', 'main', tip);
      const commit = await copy.commit(`${role}.txt`, role);
      const { status, output } = await copy.push(people[role].in(repository.url), 'main');
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: .*main.*protected/m);
      expect(output).toMatch(/! \[remote rejected\] +main -> main/);
      await leavesNothing(commit);
    },
  );

  it('is refused to an admin when it is forced', async () => {
    await copy.must('checkout', '-q', '-B', 'main', `${tip}~1`);
    const commit = await copy.commit('rewritten.txt', 'rewritten');
    const { status, output } = await copy.push(admin.in(repository.url), '--force', 'main');
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: .*main.*protected/m);
    await leavesNothing(commit);
  });

  it('is refused to an admin when it deletes the branch', async () => {
    const { status, output } = await copy.push(admin.in(repository.url), ':main');
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: .*main/m);
    expect((await remoteRefs(copy.directory, admin.in(repository.url)))['refs/heads/main']).toBe(tip);
  });

  it('is refused with everything that came with it, one line for each refused ref', async () => {
    await must(
      admin.api.post(`${repository.path}/branches`, { id: 'other', commit: tip, protected: true }),
      201,
    );
    await copy.must('checkout', '-q', '-B', 'main', tip);
    const commit = await copy.commit('many.txt', 'many');
    const refs = ['main', 'main:other', 'main:free'];
    const { status, output } = await copy.push(people.developer.in(repository.url), ...refs);
    expect(status).not.toBe(0);
    const lines = output.split('\n').filter((line) => line.startsWith('remote: ') && /protected/.test(line));
    expect(lines.map((line) => /\b(main|other|free)\b/.exec(line)?.[1]).sort()).toEqual(['main', 'other']);
    expect(await remoteRefs(copy.directory, admin.in(repository.url))).not.toHaveProperty('refs/heads/free');
    await leavesNothing(commit);
  });

  it('passes when an admin pushes in the ordinary way', async () => {
    await copy.must('checkout', '-q', '-B', 'main', tip);
    const commit = await copy.commit('admin.txt', 'admin');
    const { status, output } = await copy.push(admin.in(repository.url), 'main');
    expect([status, output]).toEqual([0, expect.not.stringMatching(/rejected/)]);
    expect((await must(admin.api.get(`${repository.path}/branches/main`))).commit).toBe(commit);
    tip = commit;
  });

  it('stays possible to the other branches for a developer, forced and deleting as well', async () => {
    const url = people.developer.in(repository.url);
    await copy.must('checkout', '-q', '-B', 'topic', tip);
    await copy.commit('topic.txt', 'one');
    expect((await copy.push(url, 'topic')).status).toBe(0);
    await copy.must('commit', '-q', '--amend', '-m', 'Rewritten');
    expect((await copy.push(url, '--force', 'topic')).status).toBe(0);
    expect((await copy.push(url, ':topic')).status).toBe(0);
  });

  it('is free again once the protection is taken away', async () => {
    await must(admin.api.put(`${repository.path}/branches/main`, { protected: false }));
    await copy.must('checkout', '-q', '-B', 'main', `${tip}~1`);
    const commit = await copy.commit('free.txt', 'free');
    expect((await copy.push(people.developer.in(repository.url), '--force', 'main')).status).toBe(0);
    expect((await must(admin.api.get(`${repository.path}/branches/main`))).commit).toBe(commit);
  });
});
