import { botOperations, userOperations } from '@holdfast/contracts';
import type { JsonObject, Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the owner of a bot', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe', 'leaver');
    jane = await world.principal('acme', 'jane');
    await world.run(botOperations.create, admin, { body: { id: 'mighty', company_admin: true } });
    await world.run(botOperations.create, jane, { body: { id: 'plain' } });
  });
  afterAll(() => world.end());

  const change = (id: string, body: JsonObject, who = admin) =>
    world.run(botOperations.update, who, { params: { id }, body });

  it('who cannot be it is told with all else that is invalid', async () => {
    expect(await errorsOf(change('mighty', { description: 7, owner: 'joe' }))).toEqual({
      description: { invalid: true },
      owner: { invalid: true },
    });
    expect(await errorsOf(change('plain', { visibility: 'none', company_admin: true }))).toEqual({
      visibility: { invalid: true },
      owner: { invalid: true },
    });
    expect(await errorsOf(change('mighty', { owner: 'nobody', company_admin: true }))).toEqual({
      owner: { not_found: true },
    });
    expect(await errorsOf(change('plain', { description: 7, owner: 'nobody' }))).toEqual({
      description: { invalid: true },
      owner: { not_found: true },
    });
  });

  it('is named by his uuid in either case', async () => {
    const owner = { id: 'jane', uuid: jane.account.uuid };
    const same = [owner.uuid.toUpperCase(), { ...owner, uuid: owner.uuid.toUpperCase() }];
    for (const sent of same) expect(await change('plain', { owner: sent }, jane)).toMatchObject({ owner });
  });

  it('who has ended is no owner of a bot that shall act everywhere', async () => {
    const leaver = await world.principal('acme', 'leaver');
    await world.run(botOperations.create, leaver, { body: { id: 'left' } });
    await world.run(userOperations.delete, admin, { params: { id: 'leaver' } });
    expect(await errorsOf(change('left', { company_admin: true }))).toEqual({ owner: { invalid: true } });
  });
});
