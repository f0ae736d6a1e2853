import { fileURLToPath } from 'node:url';
import type { Children, Expanded, ListChildren } from '@holdfast/contracts';
import { identityContracts, keepsakeOperations, withExports } from '@holdfast/contracts/testing';
import type { Principal } from '@holdfast/kernel';
import type { IdentityWorld, AnyView } from './identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('an object that is a folder of contracts, a folder of the service, and a line of two lists', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let made: AnyView[];
  let project: AnyView;
  const operations = keepsakeOperations;
  const params = { project_id: 'demo' };

  beforeAll(async () => {
    await withExports(import.meta.jest, identityContracts, { keepsakeOperations });
    const { keepsake } = await import('./testing/keepsake/keepsake.object.js');
    await withExports(import.meta.jest, fileURLToPath(new URL('./objects.ts', import.meta.url)), {
      keepsake,
    });
    const { IdentityWorld } = await import('./identity-world.fixture.js');
    const { projectOperations } = await import('@holdfast/contracts');
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    project = await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Project' } });
    made = [];
    for (const [id, title] of [
      ['first', 'B'],
      ['second', 'A'],
    ])
      made.push(await world.run(operations.create, admin, { params, body: { id, title } }));
  });
  afterAll(() => world.end());

  it('is created, shown, listed and deleted', async () => {
    expect(made[0]).toMatchObject({
      id: 'first',
      title: 'B',
      project: { id: 'demo' },
      creator: { id: 'admin' },
    });
    const shown = await world.run(operations.show, admin, { params: { ...params, id: 'first' } });
    expect(shown).toEqual(made[0]);
    const gone = await world.run(operations.create, admin, { params, body: { id: 'gone' } });
    await world.run(operations.delete, admin, { params: { ...params, id: gone.uuid } });
    expect((await world.list(operations.list, admin, {}, params)).results).toEqual(made);
  });

  it('is sorted and searched by all that its contract says', async () => {
    const { sortable, searchable } = operations.list.object;
    for (const sort of sortable) {
      const { results } = await world.list(operations.list, admin, { sort, descending: true }, params);
      expect(results.map(({ id }) => id)).toEqual(
        sort === 'title' ? ['first', 'second'] : ['second', 'first'],
      );
    }
    for (const field of searchable) {
      const query = { searchTerm: field === 'title' ? 'B' : 'first', searchFields: [field] };
      expect((await world.list(operations.list, admin, query, params)).results).toEqual([made[0]]);
    }
  });

  it('stands in the answers of its project, by one statement', async () => {
    const { identityCalls } = await import('@holdfast/contracts');
    const asked = (want: ListChildren['want']): ListChildren => ({
      ...{ parent: 'project', parents: [project.uuid], child: 'keepsakes' },
      ...{ want, limit: 1 },
    });
    const children = (want: ListChildren['want']) =>
      world.ask<Children>(identityCalls.children, asked(want), { principal: admin });
    expect(await children('count')).toEqual({ [project.uuid]: { count: 2 } });
    expect(await children('list')).toEqual({ [project.uuid]: { count: 1, ids: ['first'], more: true } });
    const { value, statements } = await world.counted(() => children('include'));
    expect(value).toEqual({ [project.uuid]: { count: 1, objects: [made[0]], more: true } });
    expect(statements).toHaveLength(1);
    const expand = { object: 'keepsake', uuids: made.map(({ uuid }) => uuid) };
    const full = await world.ask<Expanded>(identityCalls.expand, expand, { principal: admin });
    expect(Object.values(full)).toEqual(expect.arrayContaining(made));
  });

  it('is known by all that derives from the contracts', async () => {
    const { allOperations, allRelations, rightsOf } = await import('@holdfast/contracts');
    const { schemaDifferences, servedSubjects } = await import('@holdfast/platform/testing');
    const { services } = await import('./composition.js');
    expect(allOperations).toEqual(expect.arrayContaining(Object.values(operations)));
    expect(rightsOf('identity').serves).toContain('identity.keepsake.create.v1');
    expect(servedSubjects(services)).toEqual(rightsOf('identity').serves.sort());
    expect([...allRelations.references(operations.list.object).keys()]).toEqual(['project', 'creator']);
    expect(await schemaDifferences(world.source)).toEqual([]);
  });
});
