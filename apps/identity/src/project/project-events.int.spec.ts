import { projectOperations, userOperations, type RecordedEvent } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('what is recorded of projects for others', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let maker: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    const body = { id: 'maker', email: 'maker@example.com' };
    await world.run(userOperations.create, admin, { body });
    maker = await world.principal('acme', 'maker');
  });
  afterAll(() => world.end());

  const recorded = async (): Promise<RecordedEvent[]> => {
    const rows: { event: string }[] = await world.source.query(
      'select event from event_outbox order by position',
    );
    return rows.map(({ event }) => JSON.parse(event) as RecordedEvent);
  };

  it('is that one was made, changed and deactivated, by whom, and nothing of what was refused', async () => {
    const { uuid } = await world.run(projectOperations.create, maker, { body: { id: 'demo', name: 'Demo' } });
    const at = { params: { project_id: 'demo' } };
    const again = world.run(projectOperations.create, maker, { body: { id: 'demo', name: 'Demo' } });
    expect(await errorsOf(again)).toBeDefined();
    const change = { name: 'Better', visibility: 'members' };
    await world.run(projectOperations.update, maker, { ...at, body: change });
    await world.run(projectOperations.update, maker, { ...at, body: {} });
    await world.run(projectOperations.delete, maker, at);
    const events = await recorded();
    const place = { company: admin.company.uuid, project: { uuid, id: 'demo' } };
    expect(events.map(({ subject, account, payload }) => [subject, account, payload])).toEqual([
      ['fact.identity.project.created.v1', maker.account.uuid, { ...place, name: 'Demo' }],
      ['fact.identity.project.updated.v1', maker.account.uuid, { ...place, changed: ['name', 'visibility'] }],
      ['fact.identity.project.deleted.v1', maker.account.uuid, { ...place, newId: 'demo-1' }],
    ]);
  });
});
