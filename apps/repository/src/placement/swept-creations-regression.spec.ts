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

// A disk.
describe('creations', () => {
  let data: string;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'creations-'));
  });
  afterEach(() => rm(data, { recursive: true }));

  /** `settled`: on which node the catalogue says that a repository is. */
  const begun = (settled: (uuid: string) => Promise<string | undefined>) => {
    const placement = new Placement(data, 'node-1');
    const creations = new Creations(
      ...([{} as RepositoryStore, { settled } as unknown] as [RepositoryStore, RepositoryMoveStore]),
      placement,
      { find: () => undefined } as unknown as RepositoryTypes,
      { take: () => Promise.resolve(true) } as unknown as DiskRoom,
      ...([{} as StorageNodes, {} as Rpc] as const),
    );
    return { placement, creations };
  };
  const made = (last: number) => ({ uuid: `01900000-0000-7000-8000-00000000000${last}`, type: 'git' });

  // A fork took longer than a minute: the row that was looked for was about to be written.
  it('keep their directory while they are made, although there is no row yet', async () => {
    const { placement, creations } = begun(() => Promise.resolve(undefined));
    await creations.whole(
      made(1),
      async (directory) => void (await mkdir(directory, { recursive: true })),
      () => creations.sweep(Infinity),
    );
    expect((await stat(placement.directory(made(1)))).isDirectory()).toBe(true);
    expect(await placement.pending(Infinity)).toEqual([]);
  });

  // One directory that could not be removed kept the marks of all others, each minute.
  it('are settled, whatever is wrong with another', async () => {
    const { placement, creations } = begun((uuid) =>
      uuid === made(2).uuid ? Promise.resolve(undefined) : Promise.reject(new Error('EIO')),
    );
    for (const last of [1, 2, 3]) await placement.begin(made(last));
    await creations.sweep(Infinity);
    expect((await placement.pending(Infinity)).map(({ uuid }) => uuid).sort()).toEqual([
      made(1).uuid,
      made(3).uuid,
    ]);
  });
});
