import { groupOperations, identityCalls, projectOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';
import { projectScope } from '../project/project.query.js';
import { rowsRead } from '../rows-read.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test. The gateway was told all of what is hidden, and hid
// it: its 404 came later than that of what there is not.
describe('what is hidden from who asks', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane');
    jane = await world.principal('acme', 'jane');
    for (const id of ['hidden', 'ended'])
      await world.run(projectOperations.create, admin, { body: { id, name: id, visibility: 'members' } });
    await world.run(projectOperations.delete, admin, { params: { project_id: 'ended' } });
    await world.run(groupOperations.create, admin, {
      body: { id: 'hidden', name: 'hidden', visibility: 'private' },
    });
    await world.manyProjects(admin.company.uuid, 2_000);
    await world.source.query('analyze');
  });
  afterAll(() => world.end());

  const uuidOf = async (table: string): Promise<string> =>
    (await world.source.query<[{ uuid: string }]>(`select uuid from "${table}" where name = 'hidden'`))[0]
      .uuid;
  const answer = (subject: string, id: string, principal: Principal) =>
    world.ask(subject, { id }, { principal });

  it('is answered as what there is not', async () => {
    for (const [subject, table] of [
      [identityCalls.projectAccess, 'project'],
      [identityCalls.groupAccess, 'group'],
    ] as const) {
      const uuid = await uuidOf(table);
      for (const id of ['hidden', uuid, 'ended', 'nowhere', admin.account.uuid])
        expect(await answer(subject, id, jane)).toEqual({});
      expect(await answer(subject, 'hidden', admin)).toEqual({
        [table]: expect.objectContaining({ uuid }) as object,
      });
    }
  });

  it('is looked for as what there is not', async () => {
    const rows = (name: string) => rowsRead(world.source, () => projectScope(world.source, jane, name));
    // But for the row itself.
    expect((await rows('hidden')) - (await rows('nowhere'))).toBe(1);
    expect((await rows(await uuidOf('project'))) - (await rows(admin.account.uuid))).toBe(1);
  });
});
