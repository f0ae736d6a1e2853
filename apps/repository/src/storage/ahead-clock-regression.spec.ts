import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Placement } from '../placement/placement.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { WriteGate } from '../write-gate/write-gate.js';
import { BytesUnderWay } from './bytes-under-way.js';
import type { Measured, RepositoryStorageStore } from './repository-storage.store.js';
import type { StorageBook } from './storage-book.js';
import { StorageMeter } from './storage-meter.js';

// Where the clock of a node had been ahead for a while, no measure of what it had measured then counted until that time
// had come: a company at its limit got no room back by deletions.
describe('repositories whose last measure is of a time to come', () => {
  it('are measured with a later version', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ahead-'));
    await writeFile(join(directory, 'file'), 'x'.repeat(100));
    const [tomorrow, uuid] = [Date.now() + 86_400_000, '0198a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'];
    const madeOf = () => ({ uuid, type: 'git' });
    let record = (measured: Measured[]): void => void measured;
    const recorded = new Promise<Measured[]>((resolve) => (record = resolve));
    const book = {
      compare: () => Promise.resolve(),
      record: (measured: Measured[]) => Promise.resolve(record(measured)),
    };
    const meter = new StorageMeter(
      { node: 'n1', directory: () => directory, uuidOf: () => uuid, madeOf } as unknown as Placement,
      { kinds: [{ id: 'git' }], find: () => undefined } as unknown as RepositoryTypes,
      {
        onNode: () => Promise.resolve([{ uuid, type: 'git', version: tomorrow }]),
      } as unknown as RepositoryStorageStore,
      book as unknown as StorageBook,
      { goneTo: () => undefined } as unknown as WriteGate,
      new BytesUnderWay(),
    );
    meter.onApplicationBootstrap();
    try {
      expect(await recorded).toEqual([{ repository: uuid, bytes: 100, version: tomorrow + 1 }]);
    } finally {
      await meter.onModuleDestroy();
      await rm(directory, { recursive: true });
    }
  });
});
