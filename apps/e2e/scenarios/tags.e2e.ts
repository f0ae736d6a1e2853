import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
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

describe('Tags', () => {
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
    path = `${repository.path}/tags`;
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['topic'], tags: ['pushed/annotated', 'pushed/light'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
    tip = await mustGit(origin, 'rev-parse', 'main');
  });

  it('that were pushed are listed and shown, with what was written', async () => {
    const { results } = await must(admin.api.get(`${path}?search_term=pushed/`));
    expect(results.map(({ id, commit, annotated }) => [id, commit, annotated])).toEqual([
      ['pushed/annotated', tip, true],
      ['pushed/light', tip, false],
    ]);
    const written = await mustGit(
      origin,
      'for-each-ref',
      '--format=%(contents)',
      'refs/tags/pushed/annotated',
    );
    const shown = await must(developer.api.get(`${path}/pushed/annotated`));
    expect(shown).toEqual({ ...results[0], api_timestamp: expect.any(String) as string });
    expect(shown.message).toBe(written);
    expect(shown).toMatchObject({ tagger: 'Mia Miller', tagger_email: 'mia@example.org' });
    expect(await must(developer.api.get(`${path}/pushed%2Flight`))).toMatchObject({ message: null });
  });

  it('are made, light and with a message, and git clients get them', async () => {
    const light = await must(developer.api.post(path, { id: 'v1', commit: tip.slice(0, 9) }), 201);
    expect(light).toMatchObject({ id: 'v1', uuid: `${repository.uuid}-v1`, commit: tip, annotated: false });
    const message = 'Version 2: größer\n\nand better';
    const annotated = await must(developer.api.post(path, { tag: { id: 'v2', commit: tip, message } }), 201);
    expect(annotated).toMatchObject({
      commit: tip,
      annotated: true,
      message,
      tagger_email: `${developer.id}@example.org`,
    });
    const copy = await WorkingCopy.clone(developer.in(repository.url), join(await scratch(), 'copy'));
    expect(await copy.must('for-each-ref', '--format=%(objecttype) %(contents)', 'refs/tags/v2')).toBe(
      `tag ${message}`,
    );
    expect(await copy.must('rev-parse', 'v1', 'v2^{}')).toBe(`${tip}\n${tip}`);
    await copy.must('fsck', '--strict');
  });

  it('are not made of what is no name, no commit, or there already', async () => {
    const errors = async (body: object) => (await developer.api.post(path, body)).body.api_errors;
    expect(await errors({ id: '-x', commit: 'zz' })).toEqual({
      id: { invalid: true },
      commit: { invalid: true },
    });
    expect(await errors({ id: 'pushed', commit: tip })).toEqual({ id: { reserved: true } });
    expect(await errors({ id: 'pushed/light', commit: tip })).toEqual({ id: { reserved: true } });
    expect(await errors({ id: 'new', commit: '1'.repeat(40) })).toEqual({ commit: { not_found: true } });
  });

  it('are children of their repository', async () => {
    const { body } = await admin.api.get(`${repository.path}?count=tags&list=tags`);
    expect(body.tags_count).toBe((body.tags as string[]).length);
    expect(body.tags).toContain('pushed/light');
  });

  it('are deleted by masters and admins, and not by developers', async () => {
    await must(developer.api.post(path, { id: 'doomed', commit: tip, message: 'short-lived' }), 201);
    expect((await developer.api.delete(`${path}/doomed`)).status).toBe(403);
    const master = await newMember(admin, project, 'master');
    expect(await must(master.api.delete(`${path}/doomed`))).toMatchObject({ id: 'doomed', commit: tip });
    expect((await master.api.delete(`${path}/doomed`)).status).toBe(404);
    expect(await remoteRefs(origin, admin.in(repository.url))).not.toHaveProperty('refs/tags/doomed');
    const privileges = await must(developer.api.get(`${path}/v1?privileges`));
    expect(privileges).toMatchObject({ read: true, update: false, delete: false });
  });
});
