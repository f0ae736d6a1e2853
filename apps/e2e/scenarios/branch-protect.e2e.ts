import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit } from '../clients/git.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('Protecting a branch', () => {
  let admin: Person;
  let master: Person;
  let repository: RepositoryAt;
  let path: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    master = await newMember(admin, project, 'master');
    repository = await newRepository(admin, project);
    path = `${repository.path}/branches`;
    const origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['topic', 'a/b'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
  });

  it('is given and taken by a project admin, and shown everywhere', async () => {
    for (const value of [true, false, true]) {
      expect(await must(admin.api.put(`${path}/topic`, { protected: value }))).toMatchObject({
        id: 'topic',
        protected: value,
      });
      expect((await must(admin.api.get(`${path}/topic`))).protected).toBe(value);
      const listed = (await must(admin.api.get(path))).results.find(({ id }) => id === 'topic');
      expect(listed?.protected).toBe(value);
    }
  });

  it('reaches a branch whose name has a slash, written either way', async () => {
    await must(admin.api.put(`${path}/a/b`, { protected: true }));
    await must(admin.api.put(`${path}/a%2Fb`, { branch: { protected: false } }));
    expect((await must(admin.api.get(`${path}/a/b`))).protected).toBe(false);
  });

  it('is forbidden to everybody else, whatever the body says', async () => {
    for (const body of [{ protected: true }, { protected: 'nonsense' }, {}])
      expect((await master.api.put(`${path}/topic`, body)).status).toBe(403);
  });

  it('needs a branch that exists', async () => {
    expect((await admin.api.put(`${path}/nowhere`, { protected: true })).status).toBe(404);
    expect((await master.api.put(`${path}/nowhere`, { protected: true })).status).toBe(404);
  });

  it('takes nothing but the flag', async () => {
    const invalid = await admin.api.put(`${path}/topic`, { protected: 'yes' });
    expect([invalid.status, invalid.body.api_errors]).toEqual([422, { protected: { invalid: true } }]);
    const locked = await admin.api.put(`${path}/topic`, { id: 'other', commit: '0'.repeat(40), uuid: 'x' });
    expect([locked.status, locked.body.api_errors]).toEqual([
      422,
      { id: { locked: true }, commit: { locked: true }, uuid: { locked: true } },
    ]);
    const same = await must(admin.api.get(`${path}/topic`));
    expect((await admin.api.put(`${path}/topic`, same)).status).toBe(200);
  });
});
