import { DiskRoom } from '@holdfast/kernel';
import { ByteProcess } from '../byte-process/byte-process.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Jobs } from '../job/jobs.js';
import { MoveService } from '../move/move.service.js';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { StorageNodeStore } from './storage-node.store.js';
import { StorageNodes } from './storage-nodes.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('storage nodes', () => {
  let world: ServiceWorld;
  const begun: StorageNodes[] = [];
  beforeAll(async () => {
    world = await ServiceWorld.start();
    Object.assign(world.part(ByteProcess), { busy: () => Promise.resolve(0) });
  });
  afterAll(async () => {
    for (const each of begun) await each.onApplicationShutdown();
    await world.end();
  });

  /** A process that is a node. */
  const begin = async (name: string) => {
    const seen = { replaced: 0 };
    const parts = [StorageNodeStore, RepositoryTypes, DiskRoom, ByteProcess] as const;
    const [store, types, disk, bytes] = parts;
    const nodes = new StorageNodes(
      ...([name, () => (seen.replaced += 1)] as const),
      ...([world.part(store), world.part(types), world.part(disk), world.part(bytes)] as const),
    );
    begun.push(nodes);
    await nodes.onApplicationBootstrap();
    return { seen, tell: () => nodes['tell'](), end: () => nodes.onApplicationShutdown() };
  };
  const stateOf = async (node: string) =>
    (await world.part(StorageNodeStore).all()).find(({ name }) => name === node);
  const silence = (node: string) =>
    world.source.query(
      `update repository.storage_node set seen_at = now() - interval '1 minute' where name = $1`,
      [node],
    );
  const remove = (node: string) =>
    world.part(MoveService).remove(world.project(), { node }) as Promise<unknown>;

  it('are one process each: the later one is the node, and the other ends', async () => {
    const first = await begin('twice');
    const second = await begin('twice');
    await first.tell();
    expect([first.seen.replaced, second.seen.replaced]).toEqual([1, 0]);
    await second.tell();
    expect(second.seen.replaced).toBe(0);
    // The goodbye of one that is it no longer counts for nothing.
    await first.end();
    expect((await stateOf('twice'))?.silent).not.toBeNull();
    await second.end();
    expect((await stateOf('twice'))?.silent).toBeNull();
  });

  it('are forgotten on demand once they are away and have nothing', async () => {
    const { repository } = await world.repository(world.project(), { id: 'last', type: 'git' });
    const artifacts = await world.repository(world.project(), { id: 'jars', type: 'maven' });
    const lieOn = (node: string, ...uuids: string[]) =>
      world.source.query('update repository.repository set node = $1 where uuid = any($2)', [node, uuids]);
    expect(await errorsOf(remove('nowhere'))).toBe('not_found');
    await begin('gone');
    await lieOn('gone', repository.uuid, artifacts.repository.uuid);
    expect(await errorsOf(remove('gone'))).toBe('invalid');
    await silence('gone');
    expect(await errorsOf(remove('gone'))).toBe('invalid');
    expect(await stateOf('gone')).toBeDefined();
    // One that waits there for a repository which is elsewhere goes after it.
    const kind = { name: 'try_moved' };
    await world.part(Jobs).ask(kind, { repository: repository.uuid, payload: {} });
    await lieOn('node-1', repository.uuid);
    await answer(remove('gone'));
    expect(await stateOf('gone')).toBeUndefined();
    expect(await world.part(Jobs).latest(kind, repository.uuid)).toMatchObject({ node: 'node-1' });
    const row = await world.store.findByUuid(artifacts.repository.uuid);
    expect(row?.node).toBe('node-1');
  });
});
