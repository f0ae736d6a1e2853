import { setTimeout as wait } from 'node:timers/promises';
import { notificationSettingsOperations, projectOperations, userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the notification settings of an account that has ended, which could still be changed', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
    await world.users(admin, 'jane', 'joe');
  });
  afterAll(() => world.end());

  const set = (account_id: string, email: unknown = [{ project: 'demo', interval: 'daily' }]) =>
    world.run(notificationSettingsOperations.update, admin, {
      query: { account_id },
      body: { email } as never,
    });
  const waitsForRow = async (): Promise<boolean> =>
    (
      await world.source.query<unknown[]>(
        `select from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`,
      )
    ).length > 0;

  it('are locked, whatever else is wrong, and shown', async () => {
    await set('jane');
    const { id } = await world.run(userOperations.delete, admin, { params: { id: 'jane' } });
    expect(await errorsOf(set(id))).toEqual({ id: { locked: true } });
    expect(await errorsOf(set(id, 'weekly'))).toEqual({ id: { locked: true } });
    const query = { account_id: id };
    expect(await world.run(notificationSettingsOperations.show, admin, { query })).toEqual({ email: [] });
  });

  it('are not set by a request that waits while it ends', async () => {
    const { uuid } = await world.run(userOperations.show, admin, { params: { id: 'joe' } });
    const ending = world.source.createQueryRunner();
    await ending.startTransaction();
    try {
      await ending.query('update account set deleted_at = now() where uuid = $1', [uuid]);
      // As ending an account does, with all that it points to: nothing may point to it from here on.
      await ending.query('select from account where uuid = $1 for update', [uuid]);
      const refused = errorsOf(set('joe'));
      for (let i = 0; i < 300 && !(await waitsForRow()); i += 1) await wait(10);
      await ending.commitTransaction();
      expect(await refused).toEqual({ id: { locked: true } });
    } finally {
      await ending.release();
    }
    const left = await world.source.query<unknown[]>(
      'select from notification_setting where account_uuid = $1',
      [uuid],
    );
    expect(left).toEqual([]);
  });
});
