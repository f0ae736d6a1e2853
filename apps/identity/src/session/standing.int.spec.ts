import {
  botOperations,
  identityCalls,
  projectOperations,
  projectUserOperations,
  sessionOperations,
  sshKeyOperations,
  standingOf,
  userOperations,
  type Authenticated,
  type SshKeyHolders,
  type StandingAnswer,
} from '@holdfast/contracts';
import { sha256, type JsonObject, type Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { publicKey } from '../ssh-key/public-key.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('how somebody stands who was let in a while ago', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let companyKey: string;
  let project: AnyView;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin, company_key: companyKey } = await world.company('acme'));
    project = await world.run(projectOperations.create, admin, {
      body: { id: 'demo', name: 'Demo', visibility: 'members' },
    });
  });
  afterAll(() => world.end());

  const password = 'Secret123';
  const change = (id: string, body: JsonObject) =>
    world.run(userOperations.update, admin, { params: { id }, body });
  const member = async (id: string): Promise<void> => {
    await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com`, password } });
    const params = { project_id: 'demo' };
    await world.run(projectUserOperations.create, admin, { params, body: { id, role: 'developer' } });
  };
  const opened = async (login: string): Promise<string> =>
    (
      await world.run<{ account_key: string }>(sessionOperations.create, undefined, {
        body: { company: 'acme', login, password },
      })
    ).account_key;
  const byKey = async (key: string): Promise<Principal> => {
    const asked = { companyKey, accountKeyHash: sha256(key) };
    return known(await world.ask<Authenticated>(identityCalls.authenticate, asked));
  };
  const byPassword = async (login: string): Promise<Principal> =>
    known(await world.ask<Authenticated>(identityCalls.verifyPassword, { company: 'acme', login, password }));
  const known = ({ principal }: Authenticated): Principal => {
    if (!principal) throw new Error('nobody was authenticated');
    return principal;
  };
  const standing = (who: Principal, more: object = {}): Promise<StandingAnswer> =>
    world.ask(identityCalls.standing, { ...standingOf(who, project), ...more });

  it('is he himself with his roles as long as nothing has changed', async () => {
    await member('ada');
    for (const who of [await byKey(await opened('ada')), await byPassword('ada')]) {
      const { caller, project: scope } = await standing(who);
      expect(caller).toEqual(who);
      expect(scope).toMatchObject({ uuid: project.uuid, id: 'demo', roles: ['developer'], deleted: false });
    }
  });

  it('takes a project by its uuid, or as people name it, and only one of his company', async () => {
    const who = await byPassword('ada');
    expect((await standing(who, { project: undefined })).project).toBeUndefined();
    for (const named of ['demo', project.uuid])
      expect((await standing(who, { project: undefined, named })).project?.uuid).toBe(project.uuid);
    expect(await standing(who, { project: undefined, named: 'none' })).toEqual({ caller: who });
    const { admin: stranger } = await world.company('other');
    const theirs: AnyView = await world.run(projectOperations.create, stranger, {
      body: { id: 'demo', name: 'Demo' },
    });
    expect(await standing(who, { project: theirs.uuid })).toEqual({ caller: who });
    expect(await standing(who, { project: undefined, named: theirs.uuid })).toEqual({ caller: who });
    expect(await standing(who, { company: stranger.company.uuid })).toEqual({});
    expect(await standing(who, { account: admin.account.uuid })).toEqual({});
  });

  it('says what he may now', async () => {
    const who = await byPassword('ada');
    const at = { project_id: 'demo', id: 'ada' };
    await world.run(projectUserOperations.delete, admin, { params: at });
    expect((await standing(who)).project?.roles).toEqual([]);
    await change('ada', { company_admin: true });
    expect((await standing(who)).caller?.companyAdmin).toBe(true);
  });

  it('is anybody of the company without a credential, as long as the account is active, and no bot', async () => {
    const who = await byPassword('ada');
    expect((await standing(who, { credential: undefined })).caller?.account.uuid).toBe(who.account.uuid);
    await change('ada', { password: 'Another234' });
    expect((await standing(who, { credential: undefined })).caller).toBeDefined();
    expect(await standing(who, { credential: undefined, company: who.account.uuid })).toEqual({});
    expect(await standing(who, { credential: '' })).toEqual({});
  });

  it('is nobody once the key has ended', async () => {
    await member('logger');
    const key = await opened('logger');
    const who = await byKey(key);
    await world.run(sessionOperations.delete, undefined, { params: { id: key } });
    expect(await standing(who)).toEqual({});
    expect((await standing(await byPassword('logger'))).caller).toBeDefined();
  });

  it('is nobody once the password or the address is another', async () => {
    await member('changer');
    const before = await byPassword('changer');
    await change('changer', { email: 'elsewhere@example.com' });
    expect(await standing(before)).toEqual({});
    const [one, key] = [await byPassword('changer'), await byKey(await opened('changer'))];
    await change('changer', { first_name: 'Cha' });
    expect((await standing(one)).caller).toBeDefined();
    await change('changer', { password: 'Another123' });
    expect([await standing(one), await standing(key)]).toEqual([{}, {}]);
  });

  it('is who has stored the SSH key that he came with, as long as it is there', async () => {
    await member('keyed');
    const keyed = await byPassword('keyed');
    const content = publicKey('k');
    const { id, fingerprint } = await world.run<{ id: string; fingerprint: string }>(
      sshKeyOperations.create,
      keyed,
      {
        body: { title: 'laptop', content },
      },
    );
    const holders = () => world.ask<SshKeyHolders>(identityCalls.sshKeyHolders, { fingerprint });
    const verified = (company: string) =>
      world.ask<Authenticated>(identityCalls.verifySshKey, { company, fingerprint });
    expect((await holders()).holders).toEqual([
      {
        company: admin.company,
        account: { uuid: keyed.account.uuid, id: 'keyed' },
        share: keyed.account.uuid,
      },
    ]);
    expect(await verified('other')).toEqual({});
    const who = known(await verified('acme'));
    expect({ ...who, credential: '' }).toEqual({ ...keyed, credential: '' });
    expect((await standing(who)).caller).toEqual(who);
    await change('keyed', { password: 'Another123' });
    expect((await standing(who)).caller).toEqual(who);
    await world.run(sshKeyOperations.delete, keyed, { params: { id } });
    expect([await standing(who), await verified('acme'), await holders()]).toEqual([{}, {}, { holders: [] }]);
  });

  it('is nobody once a bot has a new key, or the account has ended', async () => {
    const { account_key: key } = await world.run<{ account_key: string }>(botOperations.create, admin, {
      body: { id: 'builder' },
    });
    const bot = await byKey(key);
    expect((await standing(bot)).caller).toEqual(bot);
    await world.run(botOperations.replace_key, admin, { params: { id: 'builder' } });
    expect(await standing(bot)).toEqual({});
    await member('leaver');
    const leaver = await byPassword('leaver');
    await world.run(userOperations.delete, admin, { params: { id: 'leaver' } });
    expect(await standing(leaver)).toEqual({});
  });
});
