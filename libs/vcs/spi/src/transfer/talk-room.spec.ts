import { jest } from '@jest/globals';
import { TalkRoom } from './talk-room.js';

describe('the room of a conversation', () => {
  const talk = () => {
    const refusalOf = jest.fn((bytes: number) => Promise.resolve(`no room for ${bytes}`));
    return { refusalOf, room: new TalkRoom({ refusalOf }) };
  };

  it('is not asked for while somebody says as much as readers do', async () => {
    const { refusalOf, room } = talk();
    for (const bytes of [1, 1_000, 256 << 10]) expect(await room.refusalOf(bytes)).toBeUndefined();
    expect(refusalOf).not.toHaveBeenCalled();
    expect(await room.refusalOf((256 << 10) + 1)).toBe('no room for 262145');
  });

  it('is asked for in whole once something is to be kept, however little that is', async () => {
    const { room } = talk();
    await room.refusalOf(10);
    await room.refusalOf(30);
    expect(await room.refusalOfAll()).toBe('no room for 30');
    expect(await room.refusalOfAll(8_000)).toBe('no room for 8030');
  });
});
