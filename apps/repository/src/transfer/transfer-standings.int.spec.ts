import { standingOf } from '@holdfast/contracts';
import type { CallContext, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { caller, ServiceWorld } from '../service-world.fixture.js';
import { TransferStandings } from './transfer-standings.js';

type At = CallContext & { project: ProjectScope; repository: RepositoryScope };

// PostgreSQL itself; the server's address comes from tools/test.
describe('a transfer that was opened a while ago', () => {
  const ada = caller('ada');
  let world: ServiceWorld;
  let ctx: At;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    ctx = (await world.repository(world.project(), { id: 'code', type: 'git' })) as At;
  });
  afterAll(() => world.end());

  const stands = (
    service: string,
    answer: object,
    { repository = ctx.repository.uuid, writes }: { repository?: string; writes?: true } = {},
  ) => {
    const rpc = { call: () => Promise.resolve(answer) } as unknown as Rpc;
    const principal = { requestId: 'test', standing: standingOf(ada, ctx.project) };
    return new TransferStandings(rpc, world.store, world.types).of({
      ...{ kind: 'git', service, repository, principal, writes },
    });
  };

  it('goes on while its caller may do what it does', async () => {
    const guest = { caller: ada, project: { ...ctx.project, roles: ['guest'] } };
    expect(await stands('upload-pack', guest)).toEqual({ allowed: true });
    expect(await stands('receive-pack', guest)).toMatchObject({ allowed: false });
  });

  it('ends where a storage limit has come that it is not counted under', async () => {
    const limited = { caller: ada, project: { ...ctx.project, storageLimit: 1_000 } };
    expect(await stands('upload-pack', limited)).toEqual({ allowed: true });
    expect(await stands('receive-pack', limited, { writes: true })).toEqual({
      allowed: false,
      reason: 'a storage limit was set or lowered meanwhile: try it again',
    });
  });

  // Large files are asked for by what reads: under a limit nobody could upload one.
  it('may lead to a write under a storage limit where it only reads', async () => {
    const limited = { caller: ada, project: { ...ctx.project, storageLimit: 1_000 } };
    expect(await stands('lfs-upload', limited)).toEqual({ allowed: true });
  });

  it('ends with its caller, and with its repository', async () => {
    const gone = { allowed: false, reason: 'no such repository, or not visible to you any more' };
    expect(await stands('upload-pack', {})).toEqual(gone);
    const admin = { caller: ada, project: ctx.project };
    expect(
      await stands('upload-pack', admin, { repository: '00000000-0000-7000-8000-000000000000' }),
    ).toEqual(gone);
  });
});
