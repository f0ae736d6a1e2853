import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Placement } from '../placement/placement.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { WriteGate } from '../write-gate/write-gate.js';
import { BytesUnderWay } from './bytes-under-way.js';
import type { Measured, RepositoryStorageStore } from './repository-storage.store.js';
import type { StorageBook } from './storage-book.js';
import { StorageMeter } from './storage-meter.js';

// While the end of a push was told, a round measured its repository too, and took off what the push had brought: that
// measure is the younger one, so the next push passed the limit.
describe('a repository that is measured again while the end of a transfer is told', () => {
  it('has what that has brought', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'two-'));
    await mkdir(join(directory, 'incoming'));
    await writeFile(join(directory, 'incoming/file'), 'x'.repeat(100));
    const uuid = '0198a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
    const recorded: Measured[] = [];
    const told: (() => void)[] = [];
    const record = (measured: Measured[]): Promise<void> =>
      new Promise((resolve) => {
        recorded.push(...measured);
        told.push(resolve);
      });
    const under = new BytesUnderWay();
    const meter = new StorageMeter(
      {
        directory: () => directory,
        uuidOf: () => uuid,
        madeOf: () => ({ uuid, type: 'git' }),
      } as unknown as Placement,
      { find: () => ({ incoming: /^incoming\// }) } as unknown as RepositoryTypes,
      {} as RepositoryStorageStore,
      { record } as unknown as StorageBook,
      { goneTo: () => undefined } as unknown as WriteGate,
      under,
    );
    under.came(directory, 'one', 60);
    under.came(directory, 'other', 30);
    const both = [meter.settle(directory, ['one']), meter.settle(directory, [])];
    while (told.length < 2) await new Promise((done) => setImmediate(done));
    for (const tell of told) tell();
    await Promise.all(both);
    expect(recorded.map(({ bytes }) => bytes)).toEqual([70, 70]);
    expect(recorded[0].version).not.toBe(recorded[1].version);
    await rm(directory, { recursive: true });
  });
});
