import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit, remoteRefs } from '../clients/git.js';
import { testedKinds } from '../clients/tested-kinds.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('Creating a branch', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let path: string;
  let origin: string;
  let tip: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    path = `${repository.path}/branches`;
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['topic', 'area/part'], tags: ['v1'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
    tip = await mustGit(origin, 'rev-parse', 'main');
  });

  it('answers it whole, and git sees it', async () => {
    const { status, body } = await developer.api.post(path, { id: 'from-api', commit: tip });
    expect(status).toBe(201);
    expect(body).toEqual({
      api_status: 201,
      api_timestamp: expect.any(String) as string,
      id: 'from-api',
      uuid: `${repository.uuid}-from-api`,
      commit: tip,
      protected: false,
      repository: { id: repository.id, uuid: repository.uuid },
    });
    expect(await remoteRefs(origin, developer.in(repository.url))).toMatchObject({
      'refs/heads/from-api': tip,
    });
  });

  it('takes the nested form, ignores what it does not know, and takes null as the default', async () => {
    const branch = { id: 'nested', commit: tip, protected: null, colour: 'green', uuid: 'mine' };
    expect(await must(developer.api.post(path, { branch }), 201)).toMatchObject({
      id: 'nested',
      protected: false,
    });
  });

  it('takes an unambiguous prefix of the commit and answers the whole hash', async () => {
    const body = await must(developer.api.post(path, { id: 'short', commit: tip.slice(0, 10) }), 201);
    expect(body.commit).toBe(tip);
  });

  it('can protect it in the same step, for a project admin', async () => {
    const body = await must(
      admin.api.post(path, { id: 'safe/from-start', commit: tip, protected: true }),
      201,
    );
    expect(body.protected).toBe(true);
  });

  it('is refused with protection to everybody else, and then nothing is created', async () => {
    const { status, body } = await developer.api.post(path, { id: 'wanted', commit: tip, protected: true });
    expect(status).toBe(422);
    expect(body.api_errors).toEqual({ protected: { locked: true } });
    expect((await admin.api.get(`${path}/wanted`)).status).toBe(404);
  });

  it('names all that is missing at once', async () => {
    for (const body of [{}, { id: '', commit: '' }, { id: null, commit: null }, undefined]) {
      const answer = await developer.api.post(path, body);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ api_status: 422, api_message: expect.any(String) as string });
      expect(answer.body.api_errors).toEqual({ id: { empty: true }, commit: { empty: true } });
    }
  });

  it.each([
    ...[
      'a..b',
      'a b',
      '-begins',
      '@',
      'x.lock',
      'a~b',
      'a^b',
      'a:b',
      'a?b',
      'a*b',
      'a[b',
      '/a',
      'a/',
      'a//b',
      'a.',
      '.a',
    ],
    ...['a@{b', 'a\\b', 'a\tb', 'a\u007fb', 'a\0b', '\ud800', 'refs/../x'],
  ])('refuses the name %j, which git does not take', async (id) => {
    const { status, body } = await developer.api.post(path, { id, commit: tip });
    expect(status).toBe(422);
    expect(body.api_errors).toEqual({ id: { invalid: true } });
  });

  it.each([5, true, ['a'], { a: 1 }])('refuses %j as a name', async (id) => {
    const { status, body } = await developer.api.post(path, { id, commit: tip });
    expect([status, body.api_errors]).toEqual([422, { id: { invalid: true } }]);
  });

  it.each(['topic', 'topic/below', 'area'])(
    'refuses %s, which is there or collides with one that is',
    async (id) => {
      const { status, body } = await developer.api.post(path, { id, commit: tip });
      expect([status, body.api_errors]).toEqual([422, { id: { reserved: true } }]);
    },
  );

  it.each(['main', 'HEAD', '123456', 'xyzxyzx', 5])('refuses %j as a commit', async (commit) => {
    const { status, body } = await developer.api.post(path, { id: 'new', commit });
    expect([status, body.api_errors]).toEqual([422, { commit: { invalid: true } }]);
  });

  it('does not find a commit that is not there, nor an object that is none', async () => {
    const blob = await mustGit(origin, 'rev-parse', 'main:main/0.txt');
    const tree = await mustGit(origin, 'rev-parse', 'main^{tree}');
    const tag = await mustGit(origin, 'rev-parse', 'refs/tags/v1');
    for (const commit of ['0'.repeat(40), 'f'.repeat(40), 'fffffff', blob, tree, tag]) {
      const { status, body } = await developer.api.post(path, { id: 'new', commit });
      expect([status, body.api_errors]).toEqual([422, { commit: { not_found: true } }]);
    }
  });

  it('reports a wrong name, a wrong commit and a wrong flag together', async () => {
    const { status, body } = await developer.api.post(path, { id: 'a b', commit: '12', protected: 'yes' });
    expect(status).toBe(422);
    expect(body.api_errors).toEqual({
      id: { invalid: true },
      commit: { invalid: true },
      protected: { invalid: true },
    });
  });

  it('makes several at once, each with its own result', async () => {
    const { status, body } = await developer.api.post(path, [
      { id: 'many/one', commit: tip },
      { id: 'topic', commit: tip },
      'neither',
    ]);
    expect(status).toBe(207);
    expect(body.results.map((result) => [result.api_status, result.api_errors])).toEqual([
      [201, undefined],
      [422, { id: { reserved: true } }],
      [422, { branch: { invalid: true } }],
    ]);
  });

  it('decides between two who want the same name at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => developer.api.post(path, { id: 'race', commit: tip })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.api_errors]).toEqual([422, { id: { reserved: true } }]);
  });

  it('is invalid in an artifact repository', async () => {
    const maven = await newRepository(admin, project, 'maven');
    const { status, body } = await admin.api.post(`${maven.path}/branches`, { id: 'a', commit: tip });
    expect([status, body.api_errors]).toEqual([422, { repository: { invalid: true } }]);
  });

  it.each(testedKinds)('is locked below a deactivated repository of $type', async ({ type, attributes }) => {
    const gone = await newRepository(admin, project, type, attributes);
    const commit = type === 'subversion' ? '1' : tip;
    const { id } = await must(admin.api.delete(gone.path));
    const path = `${project.path}/repositories/${id}`;
    const one = { id: 'a', commit };
    for (const sent of [one, [], Array<object>(101).fill(one)]) {
      const { status, body } = await admin.api.post(`${path}/branches`, sent);
      expect([status, body.api_errors]).toEqual([422, { id: { locked: true } }]);
    }
    expect((await must(admin.api.get(`${path}/branches`))).results.map((each) => each.id)).toEqual(
      type === 'subversion' ? ['trunk'] : [],
    );
  });
});
