import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskRoom } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { StorageNodes } from '../storage-node/storage-nodes.js';
import { Creations } from './creations.js';
import { Placement } from './placement.js';

// A disk. A fork took longer than a minute: the row that was looked for was about to be written.
describe('a creation that takes long', () => {
  it('keeps its directory, although there is no row yet', async () => {
    const data = await mkdtemp(join(tmpdir(), 'creations-'));
    const made = { uuid: '01900000-0000-7000-8000-000000000001', type: 'git' };
    const placement = new Placement(data, 'node-1');
    const creations = new Creations(
      ...([{} as RepositoryStore, { settled: () => Promise.resolve(undefined) } as unknown] as [
        RepositoryStore,
        RepositoryMoveStore,
      ]),
      placement,
      { find: () => undefined } as unknown as RepositoryTypes,
      { take: () => Promise.resolve(true) } as unknown as DiskRoom,
      ...([{} as StorageNodes, {} as Rpc] as const),
    );
    await creations.whole(
      made,
      async (directory) => void (await mkdir(directory, { recursive: true })),
      () => creations.sweep(Infinity),
    );
    expect((await stat(placement.directory(made))).isDirectory()).toBe(true);
    expect(await placement.pending(Infinity)).toEqual([]);
    await rm(data, { recursive: true });
  });
});
