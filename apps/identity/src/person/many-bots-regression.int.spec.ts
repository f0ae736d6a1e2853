import { accessChanged, userOperations } from '@holdfast/contracts';
import type { JsonObject, Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

const bots = 1_001;

/** Each process that hears of a change looks for all that is named: of an owner of many bots it was told of each. */
describe('an owner of more bots than are told one by one', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe');
    jane = await world.principal('acme', 'jane');
    await own('jane', bots);
    await own('joe', 2);
  });
  afterAll(() => world.end());

  const own = (owner: string, many: number) =>
    world.source.query(
      `insert into account (uuid, company_uuid, type, id, email, first_name, last_name, display_name, description,
          phone, title, locale, source, company_admin, visibility, owner_uuid, search_text, created_at, updated_at)
        select gen_random_uuid(), company_uuid, 'bot', id || '-' || n, '', '', '', '', '', '', '', 'en', '', false,
               'private', uuid, '', now(), now() from account, generate_series(1, ${many}) n where id = $1`,
      [owner],
    );
  /** What the change of a user tells. */
  const told = async (id: string, body: JsonObject, who = admin): Promise<unknown[]> => {
    world.told.length = 0;
    await world.run(userOperations.update, who, { params: { id }, body });
    return world.told.filter(({ subject }) => subject === accessChanged).map(({ event }) => event);
  };

  it('tells of himself, where he sends what he is already', async () => {
    const { statements } = await world.counted(async () => {
      expect(await told('me', { company_admin: false }, jane)).toEqual([
        { company: jane.company.uuid, accounts: [jane.account.uuid] },
      ]);
    });
    expect(statements.filter((text) => /"owner_uuid" = /.test(text))).toEqual([]);
  });

  it('is told of with his company, where his bots are concerned', async () => {
    expect(await told('jane', { company_admin: true })).toEqual([{ company: admin.company.uuid }]);
    const [{ accounts }] = (await told('joe', { company_admin: true })) as { accounts: string[] }[];
    expect(accounts).toHaveLength(3);
  });

  it('ends likewise', async () => {
    world.told.length = 0;
    await world.run(userOperations.delete, admin, { params: { id: 'jane' } });
    expect(world.told.map(({ event }) => event)).toEqual([{ company: admin.company.uuid }]);
  });
});
