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

describe('A reference that clients take for another one', () => {
  let admin: Person;
  let developer: Person;
  let master: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let good: string;
  let evil: string;
  const push = (who: Person, ...refs: string[]) => copy.push(who.in(repository.url), ...refs);
  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    master = await newMember(admin, project, 'master');
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    good = await copy.commit('a.txt', 'good');
    const refs = ['main', 'main:release/1', 'main:free', 'main:refs/tags/v1.0', 'main:refs/tags/rel/2'];
    expect((await push(admin, ...refs)).status).toBe(0);
    await must(admin.api.put(`${repository.path}/branches/main`, { protected: true }));
    await must(admin.api.post(`${repository.path}/protected_branches`, { pattern: 'release/*' }), 201);
    evil = await copy.commit('a.txt', 'evil');
  });

  /** What somebody gets who names it. */
  const fetched = async (name: string): Promise<string> => {
    const clone = await WorkingCopy.make(join(await scratch(), 'clone'));
    await clone.must('fetch', '-q', developer.in(repository.url), name);
    return clone.must('rev-parse', 'FETCH_HEAD');
  };

  it.each([
    ['a tag', 'refs/tags/main', 'main'],
    ['a tag', 'refs/tags/release/1', 'release/1'],
    ['another reference', 'refs/release/1', 'release/1'],
    ['a tag, in clones,', 'refs/tags/origin/main', 'main'],
    ['a tag, in clones,', 'refs/tags/origin/HEAD', 'HEAD'],
    ['a tag, in clones,', 'refs/tags/origin', 'HEAD'],
    // There is no such branch yet.
    ['a tag', 'refs/tags/release/9', 'HEAD'],
    ['a tag, in clones,', 'refs/tags/origin/release/9', 'HEAD'],
  ])(
    'is not made by a developer where %s stands before a protected branch (%s)',
    async (_what, ref, name) => {
      for (const who of [developer, master]) {
        const { status, output } = await push(who, `main:${ref}`);
        expect(status).not.toBe(0);
        expect(output).toMatch(/^remote: .*clients take it for a protected branch/m);
      }
      expect(await remoteRefs(copy.directory, admin.in(repository.url))).not.toHaveProperty(ref);
      expect(await fetched(name)).toBe(good);
    },
  );

  it.each([
    ['a branch', 'refs/heads/v1.0'],
    ['another reference', 'refs/rel/2'],
  ])(
    'is not made by a developer where %s stands before a tag, which he may not move (%s)',
    async (_what, ref) => {
      const { status, output } = await push(developer, `main:${ref}`);
      expect(status).not.toBe(0);
      expect(output).toMatch(/^remote: .*clients take it for an existing tag/m);
      expect(await fetched('rel/2')).toBe(good);
      const { body } = await admin.api.get(`${repository.path}/commits/v1.0`);
      expect(body.id).toBe(good);
      const directory = join(await scratch(), 'clone');
      const clone = await WorkingCopy.clone(developer.in(repository.url), directory, '--branch', 'v1.0');
      expect(await clone.must('rev-parse', 'HEAD')).toBe(good);
    },
  );

  it('is not made through the API either', async () => {
    for (const [list, id] of [
      ['tags', 'main'],
      ['tags', 'origin/main'],
      ['tags', 'origin/HEAD'],
      ['tags', 'origin'],
      ['tags', 'release/9'],
      ['branches', 'v1.0'],
    ]) {
      const { status, body } = await developer.api.post(`${repository.path}/${list}`, { id, commit: good });
      expect([list, id, status, body.api_errors]).toEqual([list, id, 422, { id: { locked: true } }]);
    }
  });

  // git looks among the names first of what it pushes: `git push origin HEAD:main` pushed the tag.
  it('is not made where a tag or a branch stands before what git calls its own, or the id of a commit', async () => {
    for (const name of ['HEAD', 'HEAD/x', '@', 'FETCH_HEAD', 'ORIG_HEAD'])
      for (const prefix of ['refs/tags/', 'refs/heads/']) {
        const { status, output } = await push(admin, `main:${prefix}${name}`);
        expect([status, output]).toEqual([1, expect.stringContaining('not a valid name of a reference')]);
      }
    for (const id of ['HEAD', 'HEAD/x', 'FETCH_HEAD', '@']) {
      const { body } = await developer.api.post(`${repository.path}/tags`, { id, commit: good });
      expect(body.api_errors).toEqual({ id: { invalid: true } });
    }
    for (const name of [good, good.slice(0, 7), `v1.0-3-g${good.slice(0, 9)}`]) {
      for (const prefix of ['refs/tags/', 'refs/heads/']) {
        const { status, output } = await push(master, `main:${prefix}${name}`);
        expect([status, output]).toEqual([
          1,
          expect.stringContaining('clients take it for the id of a commit'),
        ]);
      }
      const { body } = await developer.api.post(`${repository.path}/branches`, { id: name, commit: good });
      expect(body.api_errors).toEqual({ id: { locked: true } });
    }
    const clone = await WorkingCopy.clone(admin.in(repository.url), join(await scratch(), 'own'));
    const own = await clone.commit('b.txt', 'own');
    await clone.must('push', '-q', 'origin', 'HEAD:main');
    expect((await remoteRefs(copy.directory, admin.in(repository.url)))['refs/heads/main']).toBe(own);
    const whole = { id: `v1.0-0-g${good}`, commit: good };
    await must(developer.api.post(`${repository.path}/tags`, whole), 201);
  });

  // Who makes it knows which commit he brings next, or with the same push.
  it('is not made where nothing but an id looks so, before there is such a commit', async () => {
    const next = await copy.commit('c.txt', 'next');
    for (const ref of [`tags/${next}`, `tags/v1-3-g${next}`]) {
      const { status, output } = await push(master, 'main:refs/heads/next', `${evil}:refs/${ref}`);
      const id = expect.stringContaining('clients take it for the id of a commit') as string;
      expect([ref, status, output]).toEqual([ref, 1, id]);
    }
    expect((await push(developer, `main:refs/tags/${next}`, 'main:refs/tags/20261127')).status).toBe(0);
    // Days, builds and words may be what is shorter.
    const word = { id: 'b00c0ffee123', commit: good };
    await must(developer.api.post(`${repository.path}/branches`, word), 201);
    const moved = await push(master, `+${evil}:refs/tags/${next}`);
    expect([moved.status, moved.output]).toEqual([1, expect.stringContaining('only a project admin')]);
  });

  // `git push origin HEAD:heads/release/8` goes to what is called so.
  it('is not made where it has the name of a protected branch or a tag behind `heads/` or `tags/`', async () => {
    for (const id of ['heads/release/8', 'heads/main', 'tags/v9'])
      for (const list of ['tags', 'branches']) {
        const { body } = await developer.api.post(`${repository.path}/${list}`, { id, commit: good });
        expect([list, id, body.api_errors]).toEqual([list, id, { id: { locked: true } }]);
      }
    expect((await push(developer, 'main:refs/heads/heads/free')).status).toBe(0);
  });

  it('is made by who may move that, and where nobody is kept from it', async () => {
    expect((await push(developer, 'main:refs/tags/free', 'main:refs/tags/x/main')).status).toBe(0);
    expect((await push(master, 'main:refs/heads/v1.0')).status).toBe(0);
    expect((await push(admin, `${evil}:refs/tags/main`)).status).toBe(0);
    expect(await fetched('main')).toBe(evil);
    const moved = await copy.commit('a.txt', 'more');
    expect((await push(developer, 'main:refs/heads/v1.0')).status).toBe(0);
    expect((await remoteRefs(copy.directory, admin.in(repository.url)))['refs/heads/v1.0']).toBe(moved);
  });
});
