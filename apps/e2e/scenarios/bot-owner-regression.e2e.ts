import { setTimeout as sleep } from 'node:timers/promises';
import { Api, must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
import { companyAdmin, newCompany, newProject, newRepository, newUser, type Person } from '../world.js';

describe('A bot and the rights of who made it', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await newCompany();
  });

  /** A bot as its owner makes it, and the API as the bot sees it. */
  const botOf = async (owner: Person, attributes: object = {}) => {
    const id = unique('bot');
    const { account_key } = await owner.client.call('bot.create', { body: { id, ...attributes } });
    return { id, api: keyed(owner, account_key) };
  };
  const keyed = ({ keys }: Person, account_key: string): Api =>
    new Api({ company_key: keys.company_key, account_key });
  const status = async (api: Api): Promise<number> => (await api.get('/company')).status;
  /** Within a second, whatever was remembered. */
  const becomes = async (api: Api, wanted: number): Promise<void> => {
    for (let turn = 0; turn < 20 && (await status(api)) !== wanted; turn += 1) await sleep(50);
    expect(await status(api)).toBe(wanted);
  };

  it('does not make a demoted admin one again', async () => {
    const eve = await newUser(admin, { company_admin: true });
    const helper = await botOf(eve, { company_admin: true });
    expect(await status(helper.api)).toBe(200);
    await admin.client.call('user.update', { params: eve, body: { company_admin: false } });
    await becomes(helper.api, 401);
    expect((await eve.api.post(`/bots/${helper.id}/actions/replace_key`)).status).toBe(403);
    expect((await eve.api.put(`/bots/${helper.id}`, { owner: eve.id })).status).toBe(403);
    expect((await eve.api.delete(`/bots/${helper.id}`)).status).toBe(403);
    expect((await must(eve.api.get(`/bots/${helper.id}?privileges`))).update).toBe(false);
    expect((await helper.api.put(`/users/${eve.id}`, { company_admin: true })).status).toBe(401);

    const { account_key } = await admin.client.call('bot.replace_key', { params: helper });
    const fresh = keyed(admin, account_key);
    expect(await status(fresh)).toBe(401);
    await admin.client.call('bot.update', { params: helper, body: { owner: admin.id } });
    await becomes(fresh, 200);
  });

  it('works again when its owner is an admin again', async () => {
    const eve = await newUser(admin, { company_admin: true });
    const helper = await botOf(eve, { company_admin: true });
    await admin.client.call('user.update', { params: eve, body: { company_admin: false } });
    await becomes(helper.api, 401);
    await admin.client.call('user.update', { params: eve, body: { company_admin: true } });
    await becomes(helper.api, 200);
  });

  it('rests at every door from the deactivation of its owner until it has another', async () => {
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const leaver = await newUser(admin);
    const id = unique('bot');
    const { account_key: key } = await leaver.client.call('bot.create', { body: { id } });
    const params = { project_id: project.id };
    await admin.client.call('project_bot.create', { params, body: { id, role: 'developer' } });
    const basic = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    const fetching = async (): Promise<number> =>
      (await ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, { basic })).status;
    expect(await fetching()).toBe(200);
    await admin.client.call('user.delete', { params: leaver });
    await becomes(keyed(leaver, key), 401);
    expect(await fetching()).toBe(401);
    const heir = await newUser(admin);
    const { body } = await admin.api.put(`/bots/${id}`, { owner: leaver.id });
    expect(body.api_errors).toEqual({ owner: { not_found: true } });
    const { owner } = await admin.client.call('bot.update', { params: { id }, body: { owner: heir.id } });
    expect(owner).toMatchObject({ id: heir.id, type: 'user' });
    await becomes(keyed(leaver, key), 200);
    expect(await fetching()).toBe(200);
  });

  it('belongs to a user of its company who is what it is', async () => {
    const { id } = await botOf(admin, { company_admin: true });
    const user = await newUser(admin);
    const errors = async (owner: unknown) => (await admin.api.put(`/bots/${id}`, { owner })).body.api_errors;
    expect(await errors(user.id)).toEqual({ owner: { invalid: true } });
    const stranger = await (await companyAdmin()).client.call('user.show', { params: { id: 'me' } });
    expect(await errors(stranger.uuid)).toEqual({ owner: { not_found: true } });
    expect(await errors('')).toEqual({ owner: { empty: true } });
  });
});
