import type { AuditRecord } from '@holdfast/contracts';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('what the repository service records', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  /** What was recorded since the last time. */
  const recorded = async (): Promise<AuditRecord[]> => {
    const { records } = await world.outbox.pending({ collected: [] });
    await world.outbox.pending({ collected: records.map(({ id }) => id) });
    return records;
  };

  it('is every change of a repository, with its settings', async () => {
    const project = world.project();
    const ctx = await world.repository(project, { id: 'libs', type: 'maven' });
    const params = { repository_id: 'libs' };
    const change = { policy: 'release', description: 'Ours' };
    await answer(world.repositories.update(ctx, call({ params, body: change })));
    await answer(world.repositories.delete(ctx, call({ params })));
    const records = await recorded();
    expect(records.map(({ operation, detail }) => [operation, detail])).toEqual([
      ['repository.create', { type: 'maven', policy: 'mixed', redeploy: false }],
      ['repository.update', { policy: 'release', changed: ['description'] }],
      ['repository.delete', {}],
    ]);
    for (const { target, company, account } of records) {
      expect(target).toMatchObject({ type: 'repository', id: 'libs', uuid: ctx.repository.uuid });
      expect(target.project).toEqual({ id: 'demo', uuid: project.project?.uuid });
      expect([company, account?.id]).toEqual([project.principal?.company.uuid, 'ada']);
    }
  });

  it('is the protection and the deletion of a branch, and nothing of what was refused', async () => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const commit = await world.commit(ctx, 100);
    await world.refs(ctx, { main: commit, old: commit });
    // A type that has neither policy nor layout.
    expect((await recorded()).map(({ detail }) => detail)).toEqual([{ type: 'git' }]);
    const update = (id: string, flag: boolean) =>
      answer(world.branches.update(ctx, call({ params: { id }, body: { protected: flag } })));
    const remove = (id: string) => world.branches.delete(ctx, call({ params: { id } }));
    await update('old', true);
    await update('old', true);
    expect(await errorsOf(remove('old'))).toEqual({ protected: { locked: true } });
    await update('old', false);
    await answer(remove('old'));
    await answer(world.branches.create(ctx, call({ body: { id: 'plain', commit } })));
    await answer(world.branches.create(ctx, call({ body: { id: 'safe', commit, protected: true } })));
    expect(await errorsOf(world.branches.create(ctx, call({ body: { id: 'safe', commit } })))).toEqual({
      id: { reserved: true },
    });
    const records = await recorded();
    expect(records.map(({ operation, target, detail }) => [operation, target.id, detail.protected])).toEqual([
      ['branch.update', 'old', true],
      ['branch.update', 'old', false],
      ['branch.delete', 'old', undefined],
      ['branch.create', 'safe', true],
    ]);
    expect(records[0].target.repository).toEqual({ id: 'code', uuid: ctx.repository.uuid });
    expect(records.every(({ outcome }) => outcome === 'ok')).toBe(true);
  });
});
