import { notificationSettingsOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

interface Settings {
  email: { project: { id: string }; interval: string }[];
}

const projects = 10_001;

// PostgreSQL itself; the server's address comes from tools/test.
describe('the notification settings of an account, of which it had as many as it liked, answered all at once', () => {
  let world: IdentityWorld;
  let jane: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    const { admin } = await world.company('acme');
    await world.users(admin, 'jane');
    jane = await world.principal('acme', 'jane');
    await world.manyProjects(admin.company.uuid, projects);
  });
  afterAll(() => world.end());

  const set = (from: number, count: number, interval: string) => {
    const email = Array.from({ length: count }, (_, index) => ({ project: `p${from + index}`, interval }));
    return world.run<Settings>(notificationSettingsOperations.update, jane, { body: { email } });
  };
  const show = () => world.run<Settings>(notificationSettingsOperations.show, jane);

  it('are as many as it may have, and change from then on', async () => {
    for (let from = 1; from <= 5_000; from += 1_000) await set(from, 1_000, 'never');
    expect(await errorsOf(set(5_000, 2, 'daily'))).toEqual({ email: { maximum: 5_000 } });
    const { email } = await set(1, 1, 'weekly');
    expect(email).toHaveLength(5_000);
    expect(email.filter(({ interval }) => interval !== 'never')).toEqual([
      { project: { id: 'p1', uuid: expect.any(String) as string }, interval: 'weekly' },
    ]);
  });

  it('are answered up to a number, however many there are', async () => {
    await world.source.query(
      `insert into notification_setting (account_uuid, project_uuid, frequency)
        select $1, uuid, 'never' from project on conflict do nothing`,
      [jane.account.uuid],
    );
    expect((await show()).email).toHaveLength(10_000);
  });
});
