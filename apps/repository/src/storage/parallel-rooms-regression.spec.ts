import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityCalls, type LeaseStorage } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { directorySize } from '@holdfast/vcs-spi';
import type { Placement } from '../placement/placement.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import { BytesUnderWay } from './bytes-under-way.js';
import type { Measured, RepositoryStorageStore } from './repository-storage.store.js';
import type { StorageBook } from './storage-book.js';
import { StorageMeter } from './storage-meter.js';
import type { WriteGate } from '../write-gate/write-gate.js';
import { PushRooms } from './push-rooms.js';

const written = 300_000;
/** In advance as much again. */
const leased = 2 * written;
const storage = { place: { company: 'c', project: 'p', repository: 'r' } };

// What one of several transfers had written was measured at the end of another, and was under its lease besides: of
// parallel ones that fitted together all were refused.
describe('transfers at a time into one repository', () => {
  let directory: string;
  let measures: { bytes: number; ended: readonly string[] }[];
  let rooms: PushRooms;
  let meter: StorageMeter;
  const leases = new Map<string, number>();
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rooms-'));
    await mkdir(join(directory, 'incoming'));
    measures = [];
    leases.clear();
    const book = {
      record: ([{ bytes }]: Measured[], ended: readonly string[] = []) => {
        for (const lease of ended) leases.delete(lease);
        measures.push({ bytes, ended });
        return Promise.resolve();
      },
    };
    const rpc = {
      call: (subject: string, _ctx: CallContext, { lease, hold }: LeaseStorage) => {
        if (subject !== identityCalls.leaseStorage) return Promise.resolve(undefined);
        leases.set(lease, hold);
        return Promise.resolve({ held: hold });
      },
    };
    const under = new BytesUnderWay();
    meter = new StorageMeter(
      { uuidOf: () => 'r', madeOf: () => ({ uuid: 'r', type: 'git' }) } as unknown as Placement,
      { find: () => ({ incoming: /^incoming\// }) } as unknown as RepositoryTypes,
      {} as RepositoryStorageStore,
      book as unknown as StorageBook,
      { goneTo: () => undefined } as unknown as WriteGate,
      under,
    );
    rooms = new PushRooms(rpc as unknown as Rpc, meter, under);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const write = async (transfer: string): Promise<void> => {
    await rooms.room({ transfer, directory, principal: { storage }, bytes: written });
    await writeFile(join(directory, 'incoming', transfer), Buffer.alloc(written, transfer));
  };
  const stored = (transfer: string): Promise<void> =>
    rename(join(directory, 'incoming', transfer), join(directory, transfer));
  const measured = async (count: number): Promise<void> => {
    while (measures.length < count) await new Promise((done) => setTimeout(done, 5));
  };
  /** All that counts against the limits. */
  const counted = (): number =>
    [...leases.values()].reduce((sum, bytes) => sum + bytes, measures.at(-1)?.bytes ?? 0);

  it('count once, while they are under way and afterwards', async () => {
    await write('a');
    await write('b');
    await write('c');
    const all = await directorySize(directory);
    const besides = all - 3 * written;
    await meter.settle(directory, []);
    expect(counted()).toBe(besides + 3 * leased);
    await stored('a');
    rooms.left('a');
    await measured(2);
    expect(counted()).toBe(besides + written + 2 * leased);
    await stored('b');
    rooms.left('b');
    await measured(3);
    expect(counted()).toBe(besides + 2 * written + leased);
    await stored('c');
    rooms.left('c');
    await measured(4);
    expect([measures.at(-1)?.bytes, leases.size]).toEqual([all, 0]);
  });

  // What had come of a push and lay in the memory of git was taken off what others had stored: limits were passed.
  it('take nothing off what is stored', async () => {
    await writeFile(join(directory, 'stored'), Buffer.alloc(written));
    await rooms.room({ transfer: 'a', directory, principal: { storage }, bytes: written });
    await meter.settle(directory, []);
    expect(counted()).toBe((await directorySize(directory)) + leased);
  });
});
