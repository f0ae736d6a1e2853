import {
  botOperations,
  botSshKeyOperations as operations,
  identityCalls,
  sshKeyOperations,
  userOperations,
  type Authenticated,
  type HeldSshKeys,
  type SshKeyHolders,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';
import { publicKey as key } from '../ssh-key/public-key.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the SSH keys of bots', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let owner: Principal;
  let other: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    for (const id of ['owner', 'other'])
      await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });
    owner = await world.principal('acme', 'owner');
    other = await world.principal('acme', 'other');
    for (const [id, visibility] of [
      ['builder', 'public'],
      ['hidden', 'private'],
    ])
      await world.run(botOperations.create, owner, { body: { id, visibility } });
    await world.run(botOperations.create, admin, { body: { id: 'mighty', company_admin: true } });
  });
  afterAll(() => world.end());

  const create = (who: Principal, id: string, letter: string) =>
    world.run(operations.create_of_bot, who, {
      params: { id },
      body: { title: letter, content: key(letter) },
    });
  /** Those who log in by it are those whose connections go on. */
  const holders = async (fingerprint: unknown) => {
    const { holders } = await world.ask<SshKeyHolders>(identityCalls.sshKeyHolders, { fingerprint });
    const asked = { fingerprints: [fingerprint] };
    const { held } = await world.ask<HeldSshKeys>(identityCalls.heldSshKeys, asked);
    expect(Object.values(held)).toEqual(holders.length > 0 ? [{ holders }] : []);
    return holders.map(({ account }) => account.id);
  };

  it('are stored, shown, renamed and removed by its owner, company admins and itself', async () => {
    const made = await create(owner, 'builder', 'a');
    expect(made).toMatchObject({ title: 'a', content: key('a') });
    expect(await holders(made.fingerprint)).toEqual(['builder']);
    const bot = await world.principal('acme', 'builder');
    expect((await world.list(sshKeyOperations.list, bot)).results).toEqual([made]);
    expect((await world.list(operations.list_of_bot, bot, {}, { id: 'me' })).results).toEqual([made]);
    expect((await world.list(operations.list_of_bot, admin, {}, { id: 'builder' })).results).toEqual([made]);
    const params = { id: 'builder', key_id: made.id };
    const renamed = { params, body: { title: 'b' } };
    expect(await world.run(operations.update_of_bot, owner, renamed)).toMatchObject({ title: 'b' });
    world.told.length = 0;
    expect(await world.run(operations.delete_of_bot, admin, { params })).toMatchObject({ title: 'b' });
    expect(world.told).toMatchObject([{ event: { accounts: [bot.account.uuid] } }]);
    expect(await codeOf(world.run(operations.show_of_bot, owner, { params }))).toBe('not_found');
    expect(await holders(made.fingerprint)).toEqual([]);
  });

  it('are those of this bot', async () => {
    const { id } = await create(owner, 'hidden', 'c');
    const elsewhere = { params: { id: 'builder', key_id: id } };
    expect(await codeOf(world.run(operations.show_of_bot, owner, elsewhere))).toBe('not_found');
    expect(await codeOf(world.run(operations.delete_of_bot, owner, elsewhere))).toBe('not_found');
    expect(await errorsOf(create(owner, 'builder', 'c'))).toEqual({ content: { reserved: true } });
    expect(await codeOf(create(other, 'hidden', 'd'))).toBe('not_found');
    const stranger = await world.principal('acme', 'builder');
    expect(await codeOf(create(stranger, 'hidden', 'd'))).toBe('not_found');
  });

  it('are added by nobody who does not manage it any more when his turn has come', async () => {
    expect(await codeOf(create(other, 'builder', 'e'))).toBe('forbidden');
    expect(await codeOf(create(owner, 'mighty', 'e'))).toBe('forbidden');
    expect(await create(admin, 'mighty', 'e')).toMatchObject({ title: 'e' });
  });

  it('rest while their bot does, and end with it', async () => {
    await world.run(userOperations.create, admin, { body: { id: 'leaver', email: 'leaver@example.com' } });
    const leaver = await world.principal('acme', 'leaver');
    await world.run(botOperations.create, leaver, { body: { id: 'left' } });
    const { fingerprint } = await create(leaver, 'left', 'f');
    await world.run(userOperations.delete, admin, { params: { id: 'leaver' } });
    expect(await holders(fingerprint)).toEqual([]);
    const verified = await world.ask<Authenticated>(identityCalls.verifySshKey, {
      company: 'acme',
      fingerprint,
    });
    expect(verified).toEqual({});
    await world.run(botOperations.update, admin, { params: { id: 'left' }, body: { owner: 'other' } });
    expect(await holders(fingerprint)).toEqual(['left']);
    await world.run(botOperations.delete, admin, { params: { id: 'left' } });
    expect(await holders(fingerprint)).toEqual([]);
    expect((await world.list(operations.list_of_bot, admin, {}, { id: 'left-1' })).results).toEqual([]);
    expect(await errorsOf(create(admin, 'left-1', 'g'))).toEqual({ id: { locked: true } });
  });
});
