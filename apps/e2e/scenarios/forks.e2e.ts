import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
import { scratch, unique } from '../scratch.js';
import {
  giveRole,
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('Forks', () => {
  let admin: Person;
  /** A guest of the source's project, and the admin of one of his own. */
  let dev: Person;
  let [source, own]: ProjectAt[] = [];
  let repository: RepositoryAt;
  let directory: string;

  beforeAll(async () => {
    admin = await newCompany();
    [source, own] = [await newProject(admin), await newProject(admin)];
    dev = await newMember(admin, source, 'guest');
    await giveRole(admin, own, dev, 'admin');
    repository = await newRepository(admin, source);
    directory = await scratch();
    const origin = join(directory, 'origin');
    await generateRepository(origin, { branches: ['topic'], tags: ['v1'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
  });

  const fork = (who: Person, project: ProjectAt, id = unique('fork'), from = repository.path) =>
    who.api.post(`${from}/actions/fork`, { project: project.id, id });
  const refs = (url: string) => remoteRefs(directory, dev.in(url));

  it('are made by who reads the source, and go their own way', async () => {
    const made = await must(fork(dev, own, 'team/core'), 201);
    expect(made).toMatchObject({
      ...{ id: 'team/core', type: 'git', default_identifier: 'main', project: { id: own.id } },
      creator: { id: dev.id },
      forked_from: { id: repository.id, uuid: repository.uuid },
    });
    expect(made.storage_used).toBeGreaterThan(1000);
    const url = made.http_url as string;
    const before = await refs(repository.url);
    expect(await refs(url)).toEqual(before);
    expect(Object.keys(before)).toContain('refs/tags/v1');
    const [here, there] = await Promise.all([
      WorkingCopy.clone(dev.in(url), join(directory, 'here')),
      WorkingCopy.clone(admin.in(repository.url), join(directory, 'there')),
    ]);
    const [mine, theirs] = [await here.commit('a', 'mine'), await there.commit('a', 'theirs')];
    for (const [copy, person, to] of [
      [here, dev, url],
      [there, admin, repository.url],
    ] as const)
      expect((await copy.push(person.in(to), 'HEAD:main')).status).toBe(0);
    expect([(await refs(url))['refs/heads/main'], (await refs(repository.url))['refs/heads/main']]).toEqual([
      mine,
      theirs,
    ]);
    expect((await admin.api.get(`${repository.path}/commits/${mine}`)).status).toBe(404);
    // One of the fork's project who is none of the source's does not learn of it.
    const other = await newMember(admin, own, 'guest');
    const path = `${own.path}/repositories/team%2Fcore`;
    expect((await must(other.api.get(path))).forked_from).toBeNull();
    expect((await must(dev.api.get(`${path}?expand=forked_from`))).forked_from).toMatchObject({
      http_url: repository.url,
    });
    const again = await must(fork(dev, own, 'again', path), 201);
    await must(admin.api.delete(path), 200);
    await must(admin.api.delete(repository.path), 200);
    const copy = await WorkingCopy.clone(dev.in(again.http_url as string), join(directory, 'again'));
    expect(await copy.must('rev-parse', 'HEAD')).toBe(mine);
    expect((await copy.git('fsck', '--full')).status).toBe(0);
    const shown = await must(dev.api.get(`${own.path}/repositories/again`));
    expect(shown.forked_from).toMatchObject({ id: 'team/core-1' });
    expect(
      (await fork(dev, own, 'x1', `${source.path}/repositories/${repository.id}-1`)).body.api_errors,
    ).toEqual({
      id: { locked: true },
    });
  });

  it('are refused where they would be seen by more, have no room, or nobody may make them', async () => {
    const at = await newRepository(admin, source);
    const jars = await newRepository(admin, source, 'maven');
    const [open, strange, full] = [
      await newProject(admin, { visibility: 'company' }),
      await newProject(admin),
      await newProject(admin, { storage_limit: 100 }),
    ];
    for (const project of [open, full]) await giveRole(admin, project, dev, 'admin');
    const refused = async (who: Person, project: ProjectAt, id = 'x1', from = at.path) => {
      const { status, body } = await fork(who, project, id, from);
      return [status, body.api_errors];
    };
    expect(await refused(dev, open)).toEqual([422, { project: { invalid: true } }]);
    expect(await refused(admin, open)).toEqual([422, { project: { invalid: true } }]);
    expect(await refused(dev, strange)).toEqual([422, { project: { not_found: true } }]);
    expect(await refused(dev, source)).toEqual([403, undefined]);
    expect(await refused(dev, full)).toEqual([507, undefined]);
    expect(await refused(admin, source, at.id)).toEqual([422, { id: { reserved: true } }]);
    expect(await refused(dev, own, 'x1', jars.path)).toEqual([422, { repository: { invalid: true } }]);
    expect(await refused(await newUser(admin), own)).toEqual([404, undefined]);
    const foreign = await newCompany();
    expect(await refused(foreign, own)).toEqual([404, undefined]);
    expect(await refused(admin, await newProject(foreign))).toEqual([422, { project: { not_found: true } }]);
    expect((await must(dev.api.get(`${full.path}/repositories`))).results).toEqual([]);
  });
});
