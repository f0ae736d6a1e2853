import { jest } from '@jest/globals';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoomAnswer, RoomQuestion } from '../storage-gates.js';
import { diskFull } from './disk-full.js';
import { PushRoom } from './push-room.js';

const undecided = 'the server could not decide about this push, try again';

describe('the room of a push', () => {
  const made = ({ metered = true, directory = '/d' } = {}) => {
    const take = jest.fn((bytes: number) => Promise.resolve(bytes < 100));
    const room = jest.fn(({ bytes }: RoomQuestion): Promise<RoomAnswer> =>
      Promise.resolve(bytes > 50 ? { refused: 'the company is full' } : { held: bytes + 10 }),
    );
    const left = jest.fn();
    const givenBack = jest.fn();
    const hold = jest.fn(({ files }: { files: number }) =>
      Promise.resolve(files < 10 ? givenBack : undefined),
    );
    const gate = { disk: { take, hold, level: jest.fn<never>() }, storage: { room, left, wrote: jest.fn() } };
    const grant = { directory, principal: 'ada', ...(metered && { metered: true as const }) };
    return { take, room, left, hold, givenBack, push: new PushRoom(grant, gate), grant, gate };
  };

  it('is asked of the disk for what comes, once for each byte', async () => {
    const { take, push } = made({ metered: false });
    expect([await push.refusalOf(60), await push.refusalOf(60), await push.refusalOf(90)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(await push.refusalOf(20)).toBeUndefined();
    expect(take.mock.calls).toEqual([[60], [0], [30], [0]]);
    expect(await push.refusalOf(190)).toBe(diskFull);
    expect(await push.refusalOfDisk()).toBeUndefined();
    expect(await push.refusalOfDisk(100)).toBe(diskFull);
  });

  it('holds what small files take until the push has left', async () => {
    const { hold, givenBack, push } = made({ metered: false });
    expect([await push.refusalOfFiles(0), await push.refusalOfFiles(10)]).toEqual([undefined, diskFull]);
    expect(await push.refusalOfFiles(9)).toBeUndefined();
    expect(hold.mock.calls).toEqual([[{ bytes: 40_960, files: 10 }], [{ bytes: 36_864, files: 9 }]]);
    expect(givenBack).not.toHaveBeenCalled();
    push.leave();
    expect(givenBack).toHaveBeenCalledTimes(1);
    hold.mockRejectedValueOnce(new Error('away'));
    expect(await push.refusalOfFiles(1)).toBe(undecided);
    const free = new PushRoom({ directory: '/d', principal: 'ada' }, {});
    expect(await free.refusalOfFiles(1_000)).toBeUndefined();
  });

  it('is asked under the limits where it is metered, and not again for what is held', async () => {
    const { room, push } = made();
    for (const bytes of [10, 20, 21]) expect(await push.refusalOf(bytes)).toBeUndefined();
    expect(room.mock.calls.map(([{ bytes }]) => bytes)).toEqual([10, 21]);
    const [[first], [second]] = room.mock.calls;
    expect(first).toMatchObject({ directory: '/d', principal: 'ada' });
    expect(first.transfer).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.transfer).toBe(first.transfer);
    expect(await push.refusalOf(51)).toBe('the company is full');
    expect(await push.refusalOf(31)).toBeUndefined();
  });

  it('is asked for all that comes where that is known, and then as it comes', async () => {
    const { room, take, push } = made();
    room.mockResolvedValueOnce({ held: 16 });
    expect(await push.refusalOfSize(60)).toBeUndefined();
    for (const bytes of [10, 16, 17]) expect(await push.refusalOf(bytes)).toBeUndefined();
    expect(room.mock.calls.map(([{ bytes, size }]) => [bytes, size])).toEqual([
      [0, 60],
      [17, 60],
    ]);
    expect(take.mock.calls).toEqual([[10], [6], [1]]);
    room.mockResolvedValueOnce({ refused: 'the company is full' });
    expect(await made().push.refusalOfSize(60)).toBeUndefined();
    expect(await push.refusalOfSize(60)).toBe('the company is full');
  });

  it('is not asked under limits that there are not', async () => {
    const { room, left, push } = made({ metered: false });
    expect([await push.refusalOf(70), await push.refusalOfLimits(70)]).toEqual([undefined, undefined]);
    expect(await push.refusalOfSize(70)).toBeUndefined();
    push.leave();
    expect([room.mock.calls, left.mock.calls]).toEqual([[], []]);
    const { grant } = made();
    const free = new PushRoom(grant, {});
    expect(await free.refusalOf(1_000)).toBeUndefined();
    free.leave();
  });

  it('is refused where nobody can say', async () => {
    const { take, room, push } = made();
    room.mockRejectedValueOnce(new Error('away'));
    expect(await push.refusalOf(10)).toBe(undecided);
    take.mockRejectedValueOnce(new Error('away'));
    expect(await push.refusalOfDisk()).toBe(undecided);
    take.mockRejectedValueOnce(new Error('away'));
    expect(await push.refusalOfWritten(() => Promise.resolve(1))).toBe(undecided);
  });

  it('is asked for what was brought before as for what may count already', async () => {
    const { room, take, push } = made();
    expect(await push.refusalOfStored(() => Promise.resolve(40))).toBeUndefined();
    expect(await push.refusalOfStored(() => Promise.resolve(60))).toBe('the company is full');
    expect(room.mock.calls.map(([{ bytes, isStored }]) => [bytes, isStored])).toEqual([
      [40, true],
      [60, true],
    ]);
    take.mockResolvedValueOnce(false);
    expect(await push.refusalOfStored(() => Promise.resolve(40))).toBe(diskFull);
    const free = made({ metered: false }).push;
    expect(await free.refusalOfStored(() => Promise.reject(new Error('not asked')))).toBeUndefined();
  });

  it('is asked for what was made of it on the disk', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hf-room-'));
    mkdirSync(join(directory, 'quarantine'));
    writeFileSync(join(directory, 'quarantine/pack'), 'x'.repeat(40));
    const { room, take, push } = made({ directory });
    expect(await push.refusalOfObjects('quarantine')).toBeUndefined();
    expect([room.mock.calls[0][0].bytes, take.mock.calls]).toEqual([40, [[0]]]);
    writeFileSync(join(directory, 'quarantine/other'), 'x'.repeat(20));
    expect(await push.refusalOfObjects(join(directory, 'quarantine'))).toBe('the company is full');
    rmSync(directory, { recursive: true });
  });

  it('is not measured where nobody limits it, or the disk is full', async () => {
    const size = jest.fn(() => Promise.resolve(60));
    const free = made({ metered: false });
    expect(await free.push.refusalOfWritten(size)).toBeUndefined();
    const { take, push } = made();
    take.mockResolvedValueOnce(false);
    expect(await push.refusalOfWritten(size)).toBe(diskFull);
    expect(size).not.toHaveBeenCalled();
    expect(await push.refusalOfWritten(size)).toBe('the company is full');
  });

  it('is given back at the end', async () => {
    const { room, left, push } = made();
    await push.refusalOf(10);
    push.leave();
    expect(left.mock.calls).toEqual([[room.mock.calls[0][0].transfer]]);
  });
});
