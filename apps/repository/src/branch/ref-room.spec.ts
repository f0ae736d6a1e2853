import type { RefSnapshot } from '@holdfast/vcs-spi';
import { RefRoom } from './ref-room.js';
import type { NamingRepository } from './ref-snapshots.js';

const refs = (weight: number): RefSnapshot => ({
  size: 0,
  weight,
  names: [],
  get: () => undefined,
  page: () => [],
  collision: () => undefined,
});
const data = (branches: number, tags?: number, bookmarks = 0, others?: number): NamingRepository => {
  const none = { refOf: () => '', find: () => fail(), create: () => fail(), delete: () => fail() };
  return {
    branches: { ...none, snapshot: () => Promise.resolve(refs(branches)) },
    bookmarks: { ...none, snapshot: () => Promise.resolve(refs(bookmarks)) },
    ...(others === undefined ? {} : { otherRefs: () => Promise.resolve(others) }),
    ...(tags === undefined
      ? {}
      : {
          tags: {
            ...none,
            snapshot: () => Promise.resolve(refs(tags)),
            targets: () => fail(),
          },
        }),
  };
};
const there = (branches?: number, tags?: number) => ({
  named: {
    branch: branches === undefined ? undefined : refs(branches),
    tag: tags === undefined ? undefined : refs(tags),
    bookmark: undefined,
  },
  others: 0,
});
const reading = { owner: { company: 'c', account: 'a' }, deadline: Infinity };
const fail = (): Promise<never> => Promise.reject(new Error('nobody asks for this'));

describe('the room of the refs of a repository', () => {
  it('is what branches, tags and pushes under way leave of it', () => {
    const room = new RefRoom(1000);
    expect(room.left('a', there(100, 200))).toBe(700);
    const [first, second] = [room.begin('a', 300), room.begin('a', -500)];
    expect(room.left('a', there(100))).toBe(600);
    expect(room.left('b', there())).toBe(1000);
    first();
    second();
    expect(room.left('a', there(1100))).toBe(-100);
  });

  it('is needed for one more name', async () => {
    const room = new RefRoom(1000);
    expect(await room.problemOf('a', data(500, 300), 'ü'.repeat(50), reading)).toBeUndefined();
    expect(await room.problemOf('a', data(500, 300), 'ü'.repeat(50) + 'x', reading)).toEqual({
      maximum: 1000,
    });
    expect(await room.problemOf('a', data(500), 'ü'.repeat(50) + 'x', reading)).toBeUndefined();
    expect(await room.problemOf('a', data(500, 0, 400), 'x', reading)).toEqual({ maximum: 1000 });
    expect(await room.problemOf('a', data(500, 0, 0, 300), 'x', reading)).toBeUndefined();
    expect(await room.problemOf('a', data(500, 0, 0, 400), 'x', reading)).toEqual({ maximum: 1000 });
  });
});
