import { userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('people in lists', () => {
  let world: IdentityWorld;
  let lister: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin: lister } = await world.company('lists'));
    for (const [id, first_name] of [
      ['a_b', 'Ångström'],
      ['aab', 'Percent%'],
      ['B', 'Zoe'],
      ['a.c', 'ÖZGÜR'],
    ])
      await world.run(userOperations.create, lister, {
        body: { id, email: `${id}@example.com`, first_name },
      });
  });
  afterAll(() => world.end());

  const found = async (query: object) =>
    (await world.list(userOperations.list, lister, query)).results.map(({ id }) => id);

  it('stand in the order of their ids’ bytes, by pages', async () => {
    expect(await found({})).toEqual(['B', 'a.c', 'a_b', 'aab', 'admin']);
    const page = await world.list(userOperations.list, lister, { limit: 2, offset: 2 });
    expect(page.results.map(({ id }) => id)).toEqual(['a_b', 'aab']);
    expect(page.more).toBe(true);
    expect(await found({ offset: 99 })).toEqual([]);
  });

  it('are sorted either way, ties by id', async () => {
    expect(await found({ descending: true })).toEqual(['admin', 'aab', 'a_b', 'a.c', 'B']);
    expect(await found({ sort: 'title', descending: true })).toEqual(['admin', 'aab', 'a_b', 'a.c', 'B']);
    expect(await found({ sort: 'first_name' })).toEqual(['admin', 'aab', 'B', 'a_b', 'a.c']);
  });

  it('are searched by substring without regard to case, in any script, and literally', async () => {
    expect(await found({ searchTerm: 'ångSTRÖM' })).toEqual(['a_b']);
    expect(await found({ searchTerm: 'özgür' })).toEqual(['a.c']);
    expect(await found({ searchTerm: 'A_B' })).toEqual(['a_b']);
    expect(await found({ searchTerm: '%' })).toEqual(['aab']);
    expect(await found({ searchTerm: '\\' })).toEqual([]);
    expect(await found({ searchTerm: 'zoe', searchFields: ['id'] })).toEqual([]);
    expect(await found({ searchTerm: 'ZOE', searchFields: ['display_name'] })).toEqual(['B']);
  });

  it('are bounded by time to the second, exclusively', async () => {
    const at = Math.floor(Date.parse('2020-01-01T00:00:05.5Z') / 1000);
    await world.source.query(`update account set updated_at = '2020-01-01T00:00:05.5Z' where id = 'a.c'`);
    expect(await found({ before: at + 1 })).toEqual(['a.c']);
    expect(await found({ before: at })).toEqual([]);
    expect(await found({ after: at - 1, before: at + 2 })).toEqual(['a.c']);
    expect(await found({ after: at, before: at + 2 })).toEqual([]);
  });

  it('are read by one statement', async () => {
    const query = { searchTerm: 'example', sort: 'email' };
    const { statements } = await world.counted(() => world.list(userOperations.list, lister, query));
    expect(statements).toHaveLength(1);
  });
});
