import { must } from '../clients/api.js';
import { unique } from '../scratch.js';
import { companyAdmin, newProject, newUser, type Person } from '../world.js';

describe('In the company', () => {
  let admin: Person;
  let user: Person;

  beforeAll(async () => {
    admin = await companyAdmin();
    user = await newUser(admin);
  });

  it('a user makes a project and is its admin', async () => {
    const id = unique('own');
    await must(user.api.post('/projects', { id, name: id, visibility: 'members' }), 201);
    const [membership] = (await must(user.api.get(`/projects/${id}/project_users`))).results;
    expect(membership).toMatchObject({ user: { id: user.id }, role: 'admin', highest_role: 'admin' });
    await must(user.api.post(`/projects/${id}/repositories`, { id: 'mine', type: 'git' }), 201);
  });

  it('a user reads who else is there, and only an admin adds somebody', async () => {
    expect((await user.api.get('/users')).status).toBe(200);
    const body = { id: unique('new'), email: `${unique('mail')}@example.org`, password: 'Sturdy4Knots' };
    expect((await user.api.post('/users', body)).status).toBe(403);
    expect((await admin.api.post('/users', body)).status).toBe(201);
    expect(await must(user.api.get('/users?privileges'))).toMatchObject({ create: false, read: true });
    expect(await must(admin.api.get('/users?privileges'))).toMatchObject({ create: true, read: true });
  });

  it('lists show only what the caller may see', async () => {
    const [hidden, open] = [await newProject(admin), await newProject(admin, { visibility: 'company' })];
    const seen = async (person: Person): Promise<string[]> =>
      (await must(person.api.get('/projects?limit=1000'))).results.map(({ id }) => id);
    expect(await seen(user)).toEqual(expect.arrayContaining([open.id]));
    expect(await seen(user)).not.toContain(hidden.id);
    expect(await seen(admin)).toEqual(expect.arrayContaining([open.id, hidden.id]));
  });
});
