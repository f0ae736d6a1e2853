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
  type RepositoryAt,
} from '../world.js';

// git looks for the branch that it pulls, and for that to which it pushes, among all references that end in its full
// name: a pull of a protected branch brought what a developer had pushed as `refs/heads/refs/heads/release/1`.
describe('A reference that ends in the full name of another one', () => {
  let admin: Person;
  let developer: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let clone: WorkingCopy;
  let good: string;
  const refs = () => remoteRefs(copy.directory, admin.in(repository.url));
  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    good = await copy.commit('a.txt', 'good');
    expect((await copy.push(admin.in(repository.url), 'main', 'main:release/1')).status).toBe(0);
    await must(admin.api.post(`${repository.path}/protected_branches`, { pattern: 'release/*' }), 201);
    const directory = join(await scratch(), 'clone');
    clone = await WorkingCopy.clone(admin.in(repository.url), directory, '--branch', 'release/1');
    await copy.commit('a.txt', 'evil');
  });

  it.each([
    'refs/heads/refs/heads/release/1',
    'refs/heads/refs/heads/release/2',
    'refs/tags/refs/heads/main',
    'refs/heads/refs/tags/v1',
    'refs/refs/heads/release/2',
    'refs/remotes/refs/heads/release/2',
    'refs/remotes/refs/heads/release/2/HEAD',
  ])('is pushed by nobody (%s)', async (ref) => {
    for (const who of [developer, admin]) {
      const { status, output } = await copy.push(who.in(repository.url), `main:${ref}`);
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: .*not a valid name of a reference/m);
    }
    expect(await refs()).not.toHaveProperty([ref]);
  });

  it('is not made through the API either', async () => {
    for (const list of ['branches', 'tags']) {
      const made = await admin.api.post(`${repository.path}/${list}`, {
        id: 'refs/heads/main',
        commit: good,
      });
      expect([list, made.status, made.body.api_errors]).toEqual([list, 422, { id: { invalid: true } }]);
    }
    const committed = await developer.api.post(`${repository.path}/commits`, {
      branch: 'refs/heads/release/1',
      parent: good,
      message: 'evil',
      modified: [{ path: 'evil.txt', content: 'evil' }],
    });
    expect([committed.status, committed.body.api_errors]).toMatchObject([422, { branch: { invalid: true } }]);
  });

  // Who pushes the first commits of a branch by `HEAD:<branch>` goes to any reference of its name that there is.
  it.each(['refs/release/3', 'refs/remotes/release/3', 'refs/remotes/release/3/HEAD'])(
    'is pushed by those only who may push to such a branch, where that is its short name (%s)',
    async (ref) => {
      const { status, output } = await copy.push(developer.in(repository.url), `main:${ref}`);
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: .*clients take it for a protected branch/m);
      expect(await refs()).not.toHaveProperty([ref]);
    },
  );

  it('stands in the way of no pull, and of no push', async () => {
    await clone.must('pull', '-q');
    expect(await clone.must('rev-parse', 'HEAD')).toBe(good);
    await clone.must('checkout', '-q', '-b', 'release/2');
    const next = await clone.commit('a.txt', 'next');
    await clone.must('tag', 'v1');
    await clone.must('push', '-q', 'origin', 'release/2', 'v1', 'HEAD:refs/heads/main', 'HEAD:release/3');
    expect(await refs()).toMatchObject({
      'refs/heads/release/2': next,
      'refs/heads/release/3': next,
      'refs/heads/main': next,
      'refs/tags/v1': next,
    });
  });
});
