import { jest } from '@jest/globals';
import { tmpdir } from 'node:os';
import { diskLevel, DiskRoom, usualReserve, type DiskSpace } from './disk-room.js';

const mib = 2 ** 20;

/** A disk that says what it is told, and counts how often it is asked. */
const disk = (space: DiskSpace, reserve?: number) => {
  const asked: string[] = [];
  const look = (directory: string): Promise<DiskSpace> => {
    asked.push(directory);
    return Promise.resolve({ ...space });
  };
  return { room: new DiskRoom('/data', reserve, look), asked, space };
};

describe('the room of a disk', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps a twentieth in reserve, and a GiB at most, where nothing is set', async () => {
    expect([0, 100 * mib, 20 * 2 ** 30, 2 ** 50].map(usualReserve)).toEqual([0, 5 * mib, 2 ** 30, 2 ** 30]);
    expect(await disk({ total: 100 * mib, free: 7 * mib }).room.left()).toBe(2 * mib);
    expect(await disk({ total: 100 * mib, free: 7 * mib }, 0).room.left()).toBe(7 * mib);
  });

  it.each([
    [-1, 'full'],
    [0, 'low'],
    [99, 'low'],
    [100, 'enough'],
  ] as const)('with %d left beside a reserve of 100 is %s', (left, level) =>
    expect(diskLevel(left, 100)).toBe(level),
  );

  it('is given out once, however many want it', async () => {
    const { room } = disk({ total: 100, free: 30 }, 10);
    const taken = await Promise.all([8, 8, 8].map((bytes) => room.take(bytes)));
    expect(taken).toEqual([true, true, false]);
    expect([await room.left(), await room.take(4), await room.take(1), await room.take(0)]).toEqual([
      ...[4, true],
      ...[false, true],
    ]);
  });

  it('is looked for again when the clock of the machine has been set back', async () => {
    const { room, asked } = disk({ total: 100, free: 30 }, 10);
    await room.left();
    jest.setSystemTime(Date.now() - 3_600_000);
    jest.advanceTimersByTime(1_001);
    await room.left();
    expect(asked).toHaveLength(2);
  });

  it('is not there, not even for nothing, where some of the reserve is taken', async () => {
    const { room } = disk({ total: 100, free: 9 }, 10);
    expect([await room.take(0), await room.level()]).toEqual([false, 'full']);
  });

  it('is not there either where only a twentieth of the files that a disk takes can still be made', async () => {
    const space = { total: 100, free: 90, files: { total: 1_000, free: 50 } };
    const { room } = disk(space, 10);
    expect([await room.level(), await room.note(), await room.take(1)]).toEqual(['enough', undefined, true]);
    space.files.free = 49;
    const short = disk(space, 10).room;
    expect([await short.level(), await short.take(0), await short.left()]).toEqual(['full', false, -1]);
    expect(await short.note()).toMatch(/^the disk is full, .* 49 files more/);
  });

  it('is held for what is written later, until it is given back and looked at again', async () => {
    const { room, space } = disk({ total: 100, free: 50, files: { total: 1_000, free: 60 } }, 10);
    const first = await room.hold({ bytes: 30, files: 4 });
    expect([await room.left(), await room.hold({ bytes: 11, files: 0 })]).toEqual([10, undefined]);
    jest.advanceTimersByTime(5_000);
    expect([await room.left(), await room.hold({ bytes: 1, files: 7 })]).toEqual([10, undefined]);
    const second = await room.hold({ bytes: 1, files: 6 });
    expect([await room.left(), await room.take(10)]).toEqual([9, false]);
    Object.assign(space, { free: 20, files: { total: 1_000, free: 56 } });
    first?.();
    first?.();
    second?.();
    expect(await room.left()).toBe(9);
    jest.advanceTimersByTime(1_000);
    expect([await room.left(), await room.hold({ bytes: 10, files: 6 })]).toEqual([10, expect.any(Function)]);
  });

  it('is looked at once a second', async () => {
    const { room, asked, space } = disk({ total: 100, free: 30 }, 10);
    for (let turn = 0; turn < 5; turn += 1) await room.take(1);
    space.free = 12;
    jest.advanceTimersByTime(999);
    expect([await room.left(), asked]).toEqual([15, ['/data']]);
    jest.advanceTimersByTime(1);
    expect([await room.left(), asked.length]).toEqual([2, 2]);
  });

  it('is told to the operator before it is gone', async () => {
    const notes = [300, 150, 90].map((free) =>
      disk({ total: 2 ** 40, free: free * mib }, 100 * mib).room.note(),
    );
    expect(await Promise.all(notes)).toEqual([
      undefined,
      'the disk is nearly full: 150 MiB are free, 100 MiB of them are kept in reserve',
      'the disk is full, what takes room is refused: 90 MiB are free, 100 MiB of them are kept in reserve',
    ]);
  });

  it('of this machine is known', async () => {
    expect(await new DiskRoom(tmpdir(), 0).left()).toBeGreaterThan(0);
    await expect(new DiskRoom('/is/not/there').left()).rejects.toThrow('ENOENT');
  });
});
