import type { ListOnNode, RepositoriesOnNode } from '@holdfast/contracts';
import { call, answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { StorageNodeService } from './storage-node.service.js';
import { StorageNodeStore } from './storage-node.store.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('what lies on a storage node', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    for (const name of ['empty', 'known'])
      await world
        .part(StorageNodeStore)
        .tell(
          { name, room: 1, reserve: 1, transfers: 0, kinds: [] },
          '0190a000-0000-7000-8000-000000000009',
          true,
        );
  });
  afterAll(() => world.end());

  const asked = (input: ListOnNode): Promise<RepositoriesOnNode> =>
    world.part(StorageNodeService).contents(world.project(), input);
  const lieOn = (node: string, ...uuids: string[]) =>
    world.source.query('update repository.repository set node = $1 where uuid = any($2)', [node, uuids]);

  it('is told while the node is away, deactivated ones too, and nothing that has no directory', async () => {
    const ctx = world.project();
    const made = async (id: string, type: string) => (await world.repository(ctx, { id, type })).repository;
    const [code, old, jars, elsewhere] = [
      await made('team/code', 'git'),
      await made('old', 'git'),
      await made('jars', 'maven'),
      await made('elsewhere', 'git'),
    ];
    await answer(
      world.repositories.delete({ ...ctx, repository: old }, call({ params: { repository_id: 'old' } })),
    );
    await lieOn('known', code.uuid, old.uuid, jars.uuid);
    const place = { node: 'known', company: ctx.principal?.company.uuid, project: ctx.project?.uuid };
    const { repositories, after } = await answer(asked({ node: 'known' }));
    expect(after).toBeUndefined();
    expect(repositories).toEqual([
      { ...place, uuid: code.uuid, id: 'team/code', type: 'git' },
      {
        ...{ ...place, uuid: old.uuid, type: 'git' },
        id: expect.stringMatching(/^old-/) as unknown,
        deleted_at: expect.stringMatching(/Z$/) as unknown,
      },
    ]);
    expect(repositories.map(({ uuid }) => uuid)).not.toContain(elsewhere.uuid);
  });

  it('comes by 500, each once', async () => {
    const { repository } = await world.repository(world.project(), { id: 'many', type: 'git' });
    await world.source.query(
      `insert into repository.repository select (jsonb_populate_record(r, jsonb_build_object(
           'uuid', gen_random_uuid(), 'id', 'many' || n, 'node', 'full'))).*
         from repository.repository r, generate_series(1, 1000) n where r.uuid = $1`,
      [repository.uuid],
    );
    const uuids: string[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: RepositoriesOnNode = await answer(asked({ node: 'full', ...(after && { after }) }));
      uuids.push(...page.repositories.map(({ uuid }) => uuid));
      sizes.push(page.repositories.length);
      after = page.after;
    }
    expect(sizes).toEqual([500, 500, 0]);
    expect(new Set(uuids).size).toBe(1_000);
    expect(uuids).toEqual(uuids.toSorted());
  });

  it('is nothing of a node that has none, and refused of one that nobody knows', async () => {
    expect(await answer(asked({ node: 'empty' }))).toEqual({ repositories: [] });
    expect(await errorsOf(asked({ node: 'nowhere' }))).toBe('not_found');
    const wrong = asked({ node: 'empty', after: 'x' });
    expect(await errorsOf(wrong)).toEqual({ after: { invalid: true } });
  });
});
