/** @apart Ends a storage node, with all that lies on it. */
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { git, WorkingCopy } from '../../clients/git.js';
import { operate } from '../../clients/operator.js';
import { nodesNow, SecondNode } from '../../clients/second-node.js';
import { scratch, unique } from '../../scratch.js';
import {
  newCompany,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

describe('Two storage nodes', () => {
  let admin: Person;
  let project: ProjectAt;
  let second: SecondNode;
  /** One on each. */
  let here: RepositoryAt;
  let there: RepositoryAt;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    second = await SecondNode.start();
  });
  afterAll(() => second.stop());

  it('share new repositories, and each serves its own over every door', async () => {
    const made: RepositoryAt[] = [];
    // By chance: that one of them gets none of thirty happens once in 500 million times.
    while (made.length < 30 && new Set(made.map(({ uuid }) => second.has(uuid))).size < 2)
      made.push(await newRepository(admin, project));
    const found = [false, true].map((isThere) => made.find(({ uuid }) => second.has(uuid) === isThere));
    expect(found).not.toContain(undefined);
    [here, there] = found as [RepositoryAt, RepositoryAt];
    for (const repository of [here, there]) {
      const copy = await WorkingCopy.clone(admin.in(repository.url), join(await scratch(), 'copy'));
      const commit = await copy.commit('a', 'a');
      await copy.must('push', '-q', 'origin', 'HEAD:main');
      const body = { id: 'topic', commit };
      await must(admin.api.post(`${repository.path}/branches`, body), 201);
    }
    const fork = await must(
      admin.api.post(`${there.path}/actions/fork`, { project: project.id, id: unique('fork') }),
      201,
    );
    expect(second.has(fork.uuid)).toBe(true);
    const { results } = await must(admin.api.get(`${project.path}/repositories?count=branches`));
    const counts = new Map(results.map((each) => [each.uuid, each.branches_count]));
    expect([here, there].map(({ uuid }) => counts.get(uuid))).toEqual([2, 2]);
  });

  it('are one process each: another one of the same name does not begin', async () => {
    await expect(SecondNode.start('node-1')).rejects.toThrow('node-1 has ended');
  });

  it('go on one without the other: what lies on it is 503, and nothing else is', async () => {
    await second.kill();
    const lost = await admin.api.get(`${there.path}/branches`);
    expect(lost.status).toBe(503);
    expect(lost.headers.get('retry-after')).toMatch(/^\d+$/);
    const { status, output } = await git('/', 'ls-remote', admin.in(there.url));
    expect({ status, output }).toEqual({ status: 128, output: expect.stringContaining('503') as string });
    expect((await git('/', 'ls-remote', admin.in(here.url))).status).toBe(0);
    await must(admin.api.get(there.path));
    const { results } = await must(admin.api.get(`${project.path}/repositories?count=branches&include=tags`));
    const shown = new Map(
      results.map((each) => [each.uuid, { count: each.branches_count, tags: each.tags }]),
    );
    expect(shown.get(there.uuid)).toEqual({ count: null, tags: null });
    expect(shown.get(here.uuid)).toEqual({ count: 2, tags: [] });
    await must(admin.api.post(`${project.path}/repositories`, { id: unique('m'), type: 'maven' }), 201);
    // Those that had been given to it before its silence was noticed go to the other.
    for (let round = 0; round < 5; round += 1) await newRepository(admin, project);
  });

  it('cannot be forgotten while they have anything', async () => {
    await expect(operate('node', 'remove', 'node-1')).rejects.toThrow('node-1 is there');
    await expect(operate('node', 'remove', 'node-2')).rejects.toThrow(
      /node-2 (is there|has \d+ repositories)/,
    );
  });

  it('have all again when it is back', async () => {
    await second.begin();
    const { results } = await must(admin.api.get(`${there.path}/branches`));
    expect(results.map(({ id }) => id)).toEqual(['main', 'topic']);
    expect((await nodesNow()).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'node-1 here',
      'node-2 here',
    ]);
  });
});
