import { join } from 'node:path';
import type { Answer } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

const invalid = (name: string) => [422, { [name]: { invalid: true } }];
const seen = ({ status, body }: Answer) => [status, body.api_errors];

/** Each went on as null, which asks for the default. */
describe('A number that is too large for ours', () => {
  let admin: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin, {
      visibility: 'members',
      storage_limit: 1_000_000,
      properties: { a: 1 },
    });
  });

  const put = async (path: string, raw: string) => seen(await admin.api.put(path, undefined, { raw }));

  it('is invalid where null means something', async () => {
    const at = project.path;
    expect(await put(at, '{"visibility":1e400}')).toEqual(invalid('visibility'));
    expect(await put(at, '{"project":{"storage_limit":-1e400}}')).toEqual(invalid('storage_limit'));
    expect(await put(at, `{"storage_limit":${'9'.repeat(309)}}`)).toEqual(invalid('storage_limit'));
    expect(await put(at, '{"properties":{"a":1e400}}')).toEqual(invalid('properties'));
    expect(await put(at, '{"properties":{"b":[{"c":1e400}]}}')).toEqual(invalid('properties'));
    expect((await admin.api.get(at)).body).toMatchObject({
      visibility: 'members',
      storage_limit: 1_000_000,
      properties: { a: 1 },
    });
  });

  it('unprotects no branch', async () => {
    const repository = await newRepository(admin, project);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('first.txt', 'first');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
    const main = `${project.path}/repositories/${repository.id}/branches/main`;
    expect((await admin.api.put(main, { protected: true })).status).toBe(200);
    expect(await put(main, '{"protected":1e400}')).toEqual(invalid('protected'));
    expect((await admin.api.get(main)).body.protected).toBe(true);
  });

  it('makes nothing, and is ignored where nothing looks at it', async () => {
    const made = await admin.api.post('/groups', undefined, { raw: '[1e400,{"id":"g","name":1e400}]' });
    expect(made.body.results.map(({ api_status }) => api_status)).toEqual([422, 422]);
    expect(await put(project.path, '{"unheard":1e400}')).toEqual([200, undefined]);
  });
});
