import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@holdfast/platform/testing';
import { ProtectedBranchStore } from '../branch/protected-branch.store.js';
import type { Protection } from '../branch/protection.js';
import { freshRepositoryDatabase } from '../fresh-repository-database.fixture.js';
import { Jobs } from '../job/jobs.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import type { ServiceWorld } from '../service-world.fixture.js';
import { moveJob } from './move-jobs.js';
import { MovingNode, type NodesByName } from './moving-node.fixture.js';

// PostgreSQL, git and byte processes themselves. A node remembered of the time before what was protected: what was
// protected at the other one meanwhile could be pushed to when the repository was back.
describe('a repository that moves away and back', () => {
  let database: TestDatabase;
  const nodes: MovingNode[] = [];
  let moved: Awaited<ReturnType<ServiceWorld['repository']>>;

  beforeAll(async () => {
    database = await freshRepositoryDatabase();
    const network: NodesByName = new Map();
    for (const name of ['node-1', 'node-2']) nodes.push(await MovingNode.start(name, database, network));
    const [{ world }] = nodes;
    moved = await world.repository(world.project(), { id: 'moved', type: 'git' });
    await world.refs(moved, { main: await world.commit(moved, 1_000_000_000) });
  });
  afterAll(async () => {
    for (const node of nodes) await node.end();
    await database.drop();
  });

  const move = async (from: MovingNode, to: MovingNode): Promise<void> => {
    const { uuid: repository } = moved.repository;
    const jobs = from.world.part(Jobs);
    await jobs.ask(moveJob, { repository, payload: { target: to.name } });
    while (['queued', 'running'].includes((await jobs.latest(moveJob, repository))?.state ?? ''))
      await sleep(20);
    expect(await jobs.latest(moveJob, repository)).toMatchObject({ state: 'done' });
  };
  const branchesAt = ({ world }: MovingNode) => {
    const { branches } = world.part(LocalRepositories).open(moved.repository)?.data ?? {};
    if (!branches) throw new Error('it is not here');
    return branches;
  };
  const protection = (node: MovingNode): Promise<Protection> =>
    node.world.part(ProtectedBranchStore).of(moved.repository.uuid, branchesAt(node));

  it('is protected as it was there', async () => {
    const [here, there] = nodes;
    expect((await protection(here)).covers('main')).toBe(false);
    await move(here, there);
    const { uuid } = moved.repository;
    const branches = branchesAt(there);
    const id = 'later';
    const commit = await branches.find('main');
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await branches.create(
      { id, commit: commit ?? '', actor: { name: 'a', email: 'a@example.org' } },
      reading,
    );
    for (const name of ['main', id])
      await there.world.part(ProtectedBranchStore).protect(uuid, branches, name);
    // Whoever is late and reads where it was takes nothing away.
    await protection(here);
    await move(there, here);
    const now = await protection(here);
    expect([now.covers('main'), now.covers(id)]).toEqual([true, true]);
  });
});
