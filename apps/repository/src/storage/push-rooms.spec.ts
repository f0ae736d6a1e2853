import { jest } from '@jest/globals';
import { identityCalls, type LeaseStorage } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { RoomAnswer } from '@holdfast/vcs-spi';
import { BytesUnderWay } from './bytes-under-way.js';
import type { StorageMeter } from './storage-meter.js';
import { PushRooms } from './push-rooms.js';

const place = { company: 'c', project: 'p', repository: 'r' };
describe('the room of pushes', () => {
  let asked: LeaseStorage[];
  let settled: { directory: string; ended: readonly string[] }[];
  let rooms: PushRooms;
  /** Ends the last measure that was begun. */
  let measured: () => void;
  let fails: () => void;
  let limit: number;
  beforeEach(() => {
    limit = 1_000_000;
    asked = [];
    settled = [];
    const rpc = {
      call: (subject: string, _ctx: CallContext, input: LeaseStorage) => {
        if (subject !== identityCalls.leaseStorage) return Promise.resolve(undefined);
        asked.push(input);
        return Promise.resolve(
          input.fit > limit ? { refused: 'company', limit } : { held: Math.min(input.hold, limit) },
        );
      },
    } as unknown as Rpc;
    const meter = {
      settle: (directory: string, ended: readonly string[]) => {
        settled.push({ directory, ended });
        return new Promise<void>((resolve, reject) => {
          measured = resolve;
          fails = () => reject(new Error('the disk is gone'));
        });
      },
      wrote: () => undefined,
    } as unknown as StorageMeter;
    measured = fails = () => undefined;
    rooms = new PushRooms(rpc, meter, new BytesUnderWay());
  });

  const room = (
    transfer: string,
    bytes: number,
    directory = `/${transfer}`,
    company = 'c',
  ): Promise<RoomAnswer> => {
    const storage = { place: { ...place, company } };
    return rooms.room({ transfer, directory, principal: { storage }, bytes });
  };

  it('is one lease for each, which grows as the objects come', async () => {
    expect(await room('a', 100)).toEqual({ held: 65_636 });
    expect(await room('a', 200_000)).toEqual({ held: 400_000 });
    expect(await room('b', 5)).toEqual({ held: 65_541 });
    expect(new Set(asked.map(({ lease }) => lease)).size).toBe(2);
    rooms.lost();
  });

  it('is little ahead before anything has come where all that comes is known, for which there must be room', async () => {
    const ahead = 16 * 1024 * 1024;
    const ask = (bytes: number, size: number, transfer = 'a') =>
      rooms.room({ transfer, directory: '/a', principal: { storage: { place } }, bytes, size });
    expect(await ask(0, 900_000)).toEqual({ held: 900_000 });
    await ask(0, 100 * ahead, 'b');
    expect(asked.map(({ fit, hold }) => [fit, hold])).toEqual([
      [900_000, 900_000],
      [100 * ahead, 1024 * 1024],
    ]);
    rooms.lost();
  });

  it('ends at a limit, with its name', async () => {
    expect(await room('a', 1_000_001)).toEqual({
      refused: 'the storage limit of the company is reached (1000000 bytes)',
    });
    rooms.lost();
  });

  it('is given back once, when what was stored has been measured', async () => {
    await room('a', 100);
    await room('b', 100, '/b', 'another');
    rooms.left('a');
    rooms.left('a');
    rooms.left('never begun');
    rooms.lost();
    expect(settled).toEqual([
      { directory: '/a', ended: [asked[0].lease] },
      { directory: '/b', ended: [asked[1].lease] },
    ]);
  });

  // What lies there counted as stored, and was to have as much room again: no commit of more than half of it was made.
  it('is there for what is stored already when that has been measured, if all that is stored has some', async () => {
    const stored = (transfer: string, bytes: number) =>
      rooms.room({ transfer, directory: '/a', principal: { storage: { place } }, bytes, isStored: true });
    const soon = () => new Promise((done) => setImmediate(done));
    expect(await stored('a', 600_000)).toMatchObject({ held: expect.any(Number) as number });
    expect(settled).toEqual([]);
    rooms.left('a');
    const asking = stored('b', 1_000_001);
    await soon();
    // A measure that had begun by then does not say it.
    expect(settled).toHaveLength(1);
    measured();
    await soon();
    expect([settled.length, asked.length]).toEqual([2, 2]);
    measured();
    expect(await asking).toEqual({ held: 1_000_001 });
    expect(asked.at(-1)).toMatchObject({ fit: 1 });
    limit = 0;
    const refused = stored('c', 100);
    await soon();
    measured();
    expect(await refused).toEqual({ refused: 'the storage limit of the company is reached (0 bytes)' });
    rooms.lost();
  });

  it('is not given where nobody could measure', async () => {
    const asking = rooms.room({
      ...{ transfer: 'a', directory: '/a', principal: { storage: { place } } },
      ...{ bytes: 1_000_001, isStored: true as const },
    });
    const failed = expect(asking).rejects.toThrow('it could not be measured');
    await new Promise((done) => setImmediate(done));
    fails();
    await failed;
    rooms.lost();
  });

  it('is given back by one more measure, however many pushes end during the first', async () => {
    for (let push = 0; push < 50; push += 1) await room(`${push}`, 100, '/a');
    for (let push = 0; push < 50; push += 1) rooms.left(`${push}`);
    expect(settled).toHaveLength(1);
    measured();
    await new Promise((done) => setImmediate(done));
    expect(settled).toHaveLength(2);
    measured();
    await new Promise((done) => setImmediate(done));
    expect(settled.flatMap(({ ended }) => ended)).toEqual(asked.map(({ lease }) => lease));
  });

  // Each small write to a repository of 100,000 files had all of them be looked at: the service did nothing else.
  it('is given back after a rest of the directory where its measure takes long', async () => {
    jest.useFakeTimers();
    try {
      for (const push of ['0', '1', '2']) await room(push, 100, '/a');
      rooms.left('0');
      await jest.advanceTimersByTimeAsync(600);
      rooms.left('1');
      measured();
      await jest.advanceTimersByTimeAsync(5_300);
      rooms.left('2');
      expect(settled).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(200);
      expect(settled.map(({ ended }) => ended)).toEqual([[asked[0].lease], [asked[1].lease, asked[2].lease]]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not asked for where there is no limit', async () => {
    const question = { transfer: 'a', directory: '/a', principal: {}, bytes: 5 };
    expect(await rooms.room(question)).toEqual({ held: Number.MAX_SAFE_INTEGER });
    expect(asked).toEqual([]);
  });
});
