import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import type { Ended } from '../clients/program.js';
import { SshClient } from '../clients/ssh.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('A pattern that protects branches', () => {
  let admin: Person;
  let developer: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let tip: string;
  let pattern: string;
  /** Pushes as the developer, through each of the doors. */
  let doors: ((...refs: string[]) => Promise<Ended>)[];

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    tip = await copy.commit('first.txt', 'first');
    expect((await copy.push(admin.in(repository.url), 'main', 'main:release/0')).status).toBe(0);
    const machine = await SshClient.of(developer);
    const url = String((await must(admin.api.get(repository.path))).ssh_url);
    doors = [
      (...refs) => copy.push(developer.in(repository.url), ...refs),
      (...refs) => copy.git(...machine.configuration, 'push', url, ...refs),
    ];
    const { path } = repository;
    pattern = String(
      (await must(admin.api.post(`${path}/protected_branches`, { pattern: 'release/*' }), 201)).id,
    );
  });

  const refs = () => remoteRefs(copy.directory, admin.in(repository.url));
  const refused = (method: 'post' | 'put', path: string, body: object, by: Person) =>
    by.api[method](`${repository.path}${path}`, body).then((answer) => [
      answer.status,
      answer.body.api_errors,
    ]);

  it('shows in the repository and on its branches', async () => {
    const { path } = repository;
    const shown = await must(admin.api.get(`${path}?include=protected_branches&count=protected_branches`));
    expect(shown).toMatchObject({
      protected_branches_count: 1,
      protected_branches: [{ id: pattern, pattern: 'release/*', creator: { id: admin.id } }],
    });
    const { results } = await must(developer.api.get(`${path}/branches?sort=protected&order=desc`));
    expect(results.map((each) => [each.id, each.protected])).toEqual([
      ['release/0', true],
      ['main', false],
    ]);
    const listed = await must(developer.api.get(`${path}/protected_branches?search_term=REL`));
    expect(listed.results.map(({ id }) => id)).toEqual([pattern]);
  });

  it('keeps developers from making and moving what it matches, through every door', async () => {
    const before = await refs();
    const commit = await copy.commit('second.txt', 'second');
    for (const push of doors) {
      const { status, output } = await push('main:release/1', 'main:free');
      expect(status).not.toBe(0);
      expect(output).toMatch(
        /^remote: release\/1: protected branch: only a project admin may push to it \(pattern release\/\*\)/m,
      );
      expect((await push('main:release/0')).status).not.toBe(0);
    }
    expect(await refused('post', '/branches', { id: 'release/1', commit: tip }, developer)).toEqual([
      422,
      { protected: { locked: true } },
    ]);
    const modified = [{ path: 'a', content: 'a' }];
    const edit = { branch: 'release/1', parent: 'main', message: 'm', modified };
    expect((await refused('post', '/commits', edit, developer))[0]).toBe(403);
    const one = { pattern: 'x' };
    expect((await refused('post', '/protected_branches', one, developer))[0]).toBe(403);
    expect(await refs()).toEqual(before);
    expect((await doors[0]('main:release/1/deeper')).status).toBe(0);
    expect(await refused('post', '/branches', { id: 'fresh', commit }, developer)).toEqual([201, undefined]);
  });

  it('lets an admin push to what it matches, and nobody force or delete it', async () => {
    const url = admin.in(repository.url);
    expect((await copy.push(url, 'main:release/2')).status).toBe(0);
    await copy.must('branch', 'rewritten', `main~1`);
    for (const change of ['+rewritten:release/2', ':release/2']) {
      const { status, output } = await copy.push(url, change);
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: release\/2: protected branch: .* \(pattern release\/\*\)/m);
    }
    const locked = [422, { protected: { locked: true } }];
    expect(await refused('put', '/branches/release%2F2', { protected: false }, admin)).toEqual(locked);
    const { status, body } = await admin.api.delete(`${repository.path}/branches/release/2`);
    expect([status, body.api_errors]).toEqual(locked);
  });

  it('counts for pushes that are open when it comes, and no more for those after it has gone', async () => {
    const { path } = repository;
    // The hook of the client runs after the server has told its refs and before the objects are sent.
    const hooks = join(copy.directory, '.git/hooks');
    await mkdir(hooks, { recursive: true });
    const waits = '#!/bin/sh\ntouch begun-$$\nwhile [ ! -e go ]; do sleep 0.05; done\n';
    await writeFile(join(hooks, 'pre-push'), waits, { mode: 0o755 });
    await copy.commit('third.txt', 'third');
    const pushes = doors.map((push, at) => push(`main:late${at}`));
    while (!(await begun(copy.directory, doors.length))) await sleep(20);
    const { id } = await must(admin.api.post(`${path}/protected_branches`, { pattern: 'late*' }), 201);
    await writeFile(join(copy.directory, 'go'), '');
    for (const { status, output } of await Promise.all(pushes)) {
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: late\d: protected branch: .* \(pattern late\*\)/m);
    }
    expect(Object.keys(await refs()).filter((name) => name.includes('late'))).toEqual([]);
    await rm(hooks, { recursive: true });
    await must(admin.api.delete(`${path}/protected_branches/${String(id)}`));
    for (const [at, push] of doors.entries()) expect((await push(`main:late${at}`)).status).toBe(0);
    expect((await must(admin.api.get(`${path}/branches/late0`))).protected).toBe(false);
  });

  it('is either before or after a push beside it', async () => {
    const { path } = repository;
    for (let round = 0; round < 3; round += 1) {
      const pushes = doors.map((push, at) => push(`main:race${round}/${at}`));
      await sleep(40 * round);
      await must(admin.api.post(`${path}/protected_branches`, { pattern: `race${round}/*` }), 201);
      const after = await refs();
      for (const [at, { status }] of (await Promise.all(pushes)).entries())
        expect([status === 0, `refs/heads/race${round}/${at}` in after]).toEqual(
          status === 0 ? [true, true] : [false, false],
        );
      expect(await refs()).toEqual(after);
    }
  });
});

/** Whether so many pushes wait in their hooks, of which each has left a file. */
const begun = async (directory: string, count: number): Promise<boolean> =>
  (await readdir(directory)).filter((name) => name.startsWith('begun')).length >= count;
