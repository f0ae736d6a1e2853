import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { Placement } from '../placement/placement.js';
import type { WriteGate } from '../write-gate/write-gate.js';
import { BytesUnderWay } from './bytes-under-way.js';
import type { Measured, RepositoryStorageStore } from './repository-storage.store.js';
import type { StorageBook } from './storage-book.js';
import { StorageMeter } from './storage-meter.js';

// Up to 200 directories were walked before a process that ends looked whether it does.
describe('a storage node that ends in a round', () => {
  it('measures no directory more', async () => {
    const uuids = ['a', 'b', 'c'];
    const recorded: string[] = [];
    const asked: string[] = [];
    let ended: Promise<void> | undefined;
    const meter: StorageMeter = new StorageMeter(
      {
        node: 'n1',
        directory: ({ uuid }: { uuid: string }) => `/nowhere/${uuid}`,
        uuidOf: (directory: string) => directory.slice('/nowhere/'.length),
        madeOf: (directory: string) => ({ uuid: directory, type: 'git' }),
      } as unknown as Placement,
      { kinds: [{ id: 'git' }], find: () => undefined } as unknown as RepositoryTypes,
      {
        onNode: () => Promise.resolve(uuids.map((uuid) => ({ uuid, type: 'git', version: 1 }))),
      } as unknown as RepositoryStorageStore,
      {
        record: (measured: Measured[]) =>
          Promise.resolve(void recorded.push(...measured.map(({ repository }) => repository))),
        compare: () => Promise.reject(new Error('nobody compares any more')),
      } as unknown as StorageBook,
      {
        goneTo: (uuid: string) => {
          asked.push(uuid);
          if (uuid === 'b') ended = meter.onModuleDestroy();
        },
      } as unknown as WriteGate,
      new BytesUnderWay(),
    );
    meter.onApplicationBootstrap();
    while (!ended) await new Promise((done) => setTimeout(done, 50));
    await ended;
    expect([asked, recorded]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});
