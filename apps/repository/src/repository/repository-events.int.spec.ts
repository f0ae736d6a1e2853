import type { RecordedEvent } from '@holdfast/contracts';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('what is recorded of repositories for others', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('is that one was made, changed and deactivated, and by whom', async () => {
    const project = world.project();
    const { repository, principal } = await world.repository(project, { id: 'libs', type: 'maven' });
    const params = { repository_id: 'libs' };
    const change = (body: object) =>
      answer(world.repositories.update(project, call({ params, body } as never)));
    await change({ policy: 'release', description: 'Ours' });
    await change({});
    await answer(world.repositories.delete(project, call({ params })));
    const rows: { event: string }[] = await world.source.query(
      'select event from event_outbox order by position',
    );
    const events = rows.map(({ event }) => JSON.parse(event) as RecordedEvent);
    const place = {
      company: principal?.company.uuid,
      project: { uuid: project.project?.uuid },
      repository: { uuid: repository.uuid, id: 'libs', type: 'maven' },
    };
    const by = principal?.account.uuid;
    expect(events.map(({ subject, account, payload }) => [subject, account, payload])).toEqual([
      ['fact.repository.repository.created.v1', by, place],
      ['fact.repository.repository.updated.v1', by, { ...place, changed: ['description', 'policy'] }],
      ['fact.repository.repository.deleted.v1', by, { ...place, newId: 'libs-1' }],
    ]);
  });

  it('is no update where nothing is updated', async () => {
    const ctx = await world.repository(world.project(), { id: 'same', type: 'git' });
    const params = { repository_id: 'same' };
    const change = (body: object) => answer(world.repositories.update(ctx, call({ params, body } as never)));
    const long = '2020-01-01T00:00:00Z';
    await world.source.query('update repository.repository set updated_at = $2 where uuid = $1', [
      ctx.repository.uuid,
      long,
    ]);
    for (const body of [{}, { unknown: 1 }]) expect(await change(body)).toMatchObject({ updated_at: long });
    expect(await change({ mirror: null })).not.toMatchObject({ updated_at: long });
  });
});
