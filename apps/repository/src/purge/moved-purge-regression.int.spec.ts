import { identityCalls, repositoryCalls, type ExistingProjects } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';
import { PurgeService } from './purge.service.js';

// A purge removed the row of what had moved since it was looked at: nobody knew of the directory at the other node.
describe('the purge of a repository that moves meanwhile', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('leaves its row to the next one, which asks the other node', async () => {
    const ctx = world.project();
    const { repository } = await world.repository(ctx, { id: 'gone', type: 'git' });
    await answer(world.repositories.delete(ctx, call({ params: { repository_id: 'gone' } })));
    const { uuid } = repository;
    const flag = 'insert into repository.protected_branch values ($1, $2)';
    await world.source.query(flag, [uuid, 'main']);
    const discards: string[] = [];
    world.answering = async (subject: string, _ctx: CallContext, input: never) => {
      if (subject === identityCalls.existingProjects)
        return { projects: (input as ExistingProjects).projects };
      if (!subject.startsWith(`${repositoryCalls.discard}.`)) return {};
      discards.push(subject.slice(repositoryCalls.discard.length + 1));
      await world.source.query("update repository.repository set node = 'node-2' where uuid = $1", [uuid]);
      return {};
    };
    const purge = () => answer(world.part(PurgeService).run(ctx, { days: 0 }));
    expect(await purge()).toEqual({ repositories: 0, left: 1 });
    expect(await world.store.findByUuid(uuid)).toMatchObject({ node: 'node-2' });
    const flags = 'select from repository.protected_branch where repository = $1';
    expect(await world.source.query(flags, [uuid])).toHaveLength(1);
    expect(await purge()).toEqual({ repositories: 1, left: 0 });
    expect(await world.store.findByUuid(uuid)).toBeUndefined();
    expect(discards).toEqual(['node-1', 'node-2']);
  });
});
