import { sessionOperations, userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';

/**
 * Requests that change nothing, and take no turn: many of them held all connections of the service, for a transaction
 * each, or for the row of one company.
 */
describe('requests that come to nothing', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
  });
  afterAll(() => world.end());

  it('begin nothing for a key that nobody has', async () => {
    const { statements } = await world.counted(async () => {
      const params = { id: 'ab'.repeat(16) };
      expect(await codeOf(world.run(sessionOperations.delete, undefined, { params }))).toBe('not_found');
    });
    expect(statements).toHaveLength(1);
  });

  it('do not wait for changes of the admins of a company', async () => {
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('select 1 from company where uuid = $1 for update', [admin.company.uuid]);
      const body = { company_admin: false, locale: 1 as never };
      const refused = world.run(userOperations.update, admin, { params: { id: 'me' }, body });
      expect(await errorsOf(refused)).toEqual({ company_admin: { locked: true }, locale: { invalid: true } });
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });
});
