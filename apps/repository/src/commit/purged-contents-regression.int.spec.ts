import { rm } from 'node:fs/promises';
import type { CallContext } from '@holdfast/kernel';
import { BranchService } from '../branch/branch.service.js';
import { errorsOf, call, ServiceWorld } from '../service-world.fixture.js';
import { CommitService } from './commit.service.js';

/** As it comes off the wire. */
interface Reads {
  list: (ctx: CallContext, input: never) => Promise<unknown>;
}

// PostgreSQL and the engines themselves. Who read while the operator purged a repository was told of a fault of ours.
describe('what is read of a repository whose directory has just been purged', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const list = { limit: 10, offset: 0, active: true, descending: true, filters: {} };
  const purged = async (type: string) => {
    const ctx = await world.repository(world.project(), { id: type, type });
    await rm(world.placement.directory(ctx.repository), { recursive: true });
    return ctx;
  };
  const commits = (): Reads => world.part(CommitService);
  const branches = (): Reads => world.part(BranchService);

  it.each(['git', 'subversion'])('is not there (%s)', async (type) => {
    expect(await errorsOf(commits().list(await purged(type), call({ list })))).toBe('not_found');
  });

  it('is not there: branches that lie in revisions', async () => {
    expect(await errorsOf(branches().list(await purged('subversion'), call({ list })))).toBe('not_found');
  });
});
