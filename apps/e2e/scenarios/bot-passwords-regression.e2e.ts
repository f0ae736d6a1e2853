import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
import { newCompany, newProject, newRepository, newUser, type Person } from '../world.js';

describe('The password of a bot', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await newCompany();
  });

  /** A bot with a role in a new project, and what the doors of its repositories answer to a password. */
  const placed = async (owner: Person, attributes: object) => {
    const id = unique('bot');
    const { account_key: key } = await owner.client.call('bot.create', { body: { id, ...attributes } });
    const project = await newProject(admin);
    const body = { id, role: 'developer' as const };
    await admin.client.call('project_bot.create', { params: { project_id: project.id }, body });
    const git = await newRepository(admin, project);
    const maven = await newRepository(admin, project, 'maven');
    const api = new Api({ company_key: owner.keys.company_key, account_key: key });
    const basicOf = (password: string) => ({
      basic: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
    });
    const fetching = async (password: string): Promise<number> =>
      (await ask('GET', `${git.url}/info/refs?service=git-upload-pack`, basicOf(password))).status;
    const deploying = async (password: string): Promise<number> =>
      (await ask('PUT', `${maven.url}/${unique('file')}`, basicOf(password), { body: 'x' })).status;
    return { id, api, fetching, deploying };
  };
  const becomes = async (ask: () => Promise<number>, wanted: number): Promise<void> => {
    for (let turn = 0; turn < 20 && (await ask()) !== wanted; turn += 1) await sleep(50);
    expect(await ask()).toBe(wanted);
  };

  it('opens the doors of repositories, and no session', async () => {
    const { id, fetching, deploying } = await placed(admin, { password: 'Builds4us' });
    expect([await fetching('Builds4us'), await deploying('Builds4us')]).toEqual([200, 201]);
    expect([await fetching('Builds4you'), await deploying('Builds4you')]).toEqual([401, 401]);
    const login = { company: admin.company, login: id, password: 'Builds4us' };
    expect((await new Api().post('/account/sessions', login)).status).toBe(401);
  });

  it('ends with the next one, and so does what was opened with the old one', async () => {
    const owner = await newUser(admin);
    const { id, api, fetching } = await placed(owner, {});
    await owner.client.call('bot.update', { params: { id }, body: { password: 'Builds4us' } });
    expect((await api.get('/company')).status).toBe(200);
    await becomes(() => fetching('Builds4us'), 200);
    const { body } = await owner.api.put(`/bots/${id}`, { password: 'short' });
    expect(body.api_errors).toEqual({ password: { minimum: 8, invalid: true } });
    await owner.client.call('bot.update', { params: { id }, body: { password: 'Builds4you' } });
    await becomes(() => fetching('Builds4us'), 401);
    expect(await fetching('Builds4you')).toBe(200);
    expect((await api.get('/company')).status).toBe(401);
  });

  it('rests from the deactivation of its owner until it has another', async () => {
    const owner = await newUser(admin);
    const { id, fetching } = await placed(owner, { password: 'Builds4us' });
    expect(await fetching('Builds4us')).toBe(200);
    await admin.client.call('user.delete', { params: owner });
    await becomes(() => fetching('Builds4us'), 401);
    await admin.client.call('bot.update', { params: { id }, body: { owner: admin.id } });
    await becomes(() => fetching('Builds4us'), 200);
  });
});
