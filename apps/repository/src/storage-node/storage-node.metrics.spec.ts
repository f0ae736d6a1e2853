import { DiskRoom } from '@holdfast/kernel';
import { metrics } from '@holdfast/platform/observability';
import type { ByteProcess } from '../byte-process/byte-process.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { NodeState } from './node-choice.rules.js';
import type { StorageNodeStore } from './storage-node.store.js';
import { StorageNodes } from './storage-nodes.js';

const node = (name: string, silent: number | null): NodeState => ({
  ...{ name, silent, room: 100, reserve: 10, transfers: 0, kinds: [], draining: false },
});
const told = async (): Promise<string[]> =>
  (await metrics.metrics()).split('\n').filter((line) => line.startsWith('holdfast_storage_node'));

describe('a storage node', () => {
  // Health alone said it, as a note that no alert reads.
  it('tells metrics which of the nodes that it knows are away, until it ends', async () => {
    const rows = [node('node-1', 10), node('node-2', 60_000), node('node-3', null)];
    const store = { tell: () => Promise.resolve(true), all: () => Promise.resolve(rows) };
    const nodes = new StorageNodes(
      ...(['node-1', () => {}] as const),
      { ...store, leave: () => Promise.resolve() } as unknown as StorageNodeStore,
      { kinds: [] } as unknown as RepositoryTypes,
      { left: () => Promise.resolve(1), reserved: () => Promise.resolve(1) } as unknown as DiskRoom,
      { busy: () => Promise.resolve(0) } as unknown as ByteProcess,
    );
    await nodes.onApplicationBootstrap();
    expect(await told()).toEqual([
      'holdfast_storage_node_away{storage_node="node-1"} 0',
      'holdfast_storage_node_away{storage_node="node-2"} 1',
      'holdfast_storage_node_away{storage_node="node-3"} 1',
    ]);
    await nodes.onApplicationShutdown();
    expect(await told()).toEqual([]);
  });
});
