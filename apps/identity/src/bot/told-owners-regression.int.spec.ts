import { auditEventOperations, botOperations } from '@holdfast/contracts';
import type { JsonObject, Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

interface Event extends AnyView {
  detail: JsonObject;
}

// A reference that was sent as an object was not told at all, any other one as it was sent.
describe('the audit event of a bot that gets another owner', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe');
    jane = await world.principal('acme', 'jane');
  });
  afterAll(() => world.end());

  const told = async (body: JsonObject): Promise<JsonObject> => {
    await world.run(botOperations.update, admin, { params: { id: 'plain' }, body });
    const filters = { operation: 'bot.update' };
    const { results } = await world.list<Event>(auditEventOperations.list, admin, {
      descending: true,
      filters,
    });
    return results[0].detail;
  };

  it('says who that is, however he is named', async () => {
    await world.run(botOperations.create, admin, { body: { id: 'plain' } });
    const { uuid } = jane.account;
    for (const owner of ['jane', { id: 'jane' }, { uuid }, { id: 'x', uuid }, uuid, uuid.toUpperCase()]) {
      expect(await told({ owner: 'joe' })).toEqual({ owner: 'joe' });
      expect(await told({ owner })).toEqual({ owner: 'jane' });
    }
  });

  it('says the same where he is it already', async () => {
    for (const owner of ['jane', { id: 'jane' }, { uuid: jane.account.uuid }])
      expect(await told({ owner, description: 'Builds' })).toEqual({
        owner: 'jane',
        changed: ['description'],
      });
  });
});
