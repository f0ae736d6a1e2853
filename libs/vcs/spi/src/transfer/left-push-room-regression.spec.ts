import { jest } from '@jest/globals';
import type { RoomAnswer } from '../storage-gates.js';
import { PushRoom } from './push-room.js';

const undecided = 'the server could not decide about this push, try again';

// A push is decided to the end though its client has left. The room that it got then was kept for ever: after some
// hundred such pushes the disk was taken for full, for all companies.
describe('the room of a push that has left', () => {
  const made = () => {
    const givenBack = jest.fn();
    const hold = jest.fn(() => Promise.resolve<(() => void) | undefined>(givenBack));
    const room = jest.fn(() => Promise.resolve<RoomAnswer>({ held: 100 }));
    const left = jest.fn();
    const wrote = jest.fn();
    const gate = {
      disk: { take: () => Promise.resolve(true), hold, level: jest.fn<never>() },
      storage: { room, left, wrote },
    };
    const grant = { directory: '/d', principal: 'ada', metered: true as const };
    return { push: new PushRoom(grant, gate), hold, room, left, wrote, givenBack };
  };

  it('is given back where it was asked for before', async () => {
    const { push, hold, givenBack } = made();
    let give: (held: () => void) => void = () => undefined;
    hold.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    const asked = push.refusalOfFiles(50_001);
    push.leave();
    expect(givenBack).not.toHaveBeenCalled();
    give(givenBack);
    expect(await asked).toBe(undecided);
    expect(givenBack).toHaveBeenCalledTimes(1);
  });

  it('is given back where it is asked for afterwards', async () => {
    const { push, hold, givenBack } = made();
    push.leave();
    expect(await push.refusalOfFiles(50_001)).toBe(undecided);
    expect(givenBack.mock.calls.length).toBe(hold.mock.calls.length);
    hold.mockResolvedValueOnce(undefined);
    expect(await push.refusalOfFiles(1)).toBe(undecided);
  });

  it('begins no lease under the limits', async () => {
    const { push, room, left } = made();
    push.leave();
    expect(await push.refusalOfWritten(() => Promise.resolve(10))).toBe(undecided);
    expect([room.mock.calls.length, left.mock.calls.length]).toEqual([0, 1]);
  });

  // What a failed import had brought was measured before it was removed, and counted as stored for an hour.
  it('is left when what came has gone, whether or not that succeeds', async () => {
    for (const fails of [false, true]) {
      const { push, left, wrote } = made();
      const end = jest.fn(() => {
        expect([left.mock.calls, wrote.mock.calls]).toEqual([[], []]);
        return fails ? Promise.reject(new Error('no')) : Promise.resolve();
      });
      await push.leaveAfter(end).catch(() => undefined);
      expect([end, left, wrote].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    }
  });
});
