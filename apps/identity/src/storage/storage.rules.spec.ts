import { granted, type StorageAccount } from './storage.rules.js';

const levels = (
  company: number | null,
  project: number | null,
  repository: number | null,
  used = 0,
  leased = 0,
) =>
  (
    [
      ['company', company],
      ['project', project],
      ['repository', repository],
    ] as const
  ).map(([level, limit]): StorageAccount => ({ level, limit, used, leased }));

describe('a lease under nested limits', () => {
  it('holds what is asked for where no limit is near', () => {
    expect(granted(levels(null, null, null, 1e15), { fit: 5, hold: 16 })).toEqual({ held: 16 });
    expect(granted(levels(500, null, 200), { fit: 5, hold: 16 })).toEqual({ held: 16 });
  });

  it('holds little more than must fit where little is left', () => {
    expect(granted(levels(100, 60, null, 50), { fit: 10, hold: 16 })).toEqual({ held: 10 });
    expect(granted(levels(100, 60, null, 50), { fit: 11, hold: 16 })).toEqual({
      refused: 'project',
      limit: 60,
    });
  });

  it('may be for more than is held at once', () => {
    expect(granted(levels(100, null, null), { fit: 100, hold: 16 })).toEqual({ held: 16 });
    expect(granted(levels(100, null, null), { fit: 101, hold: 16 })).toEqual({
      refused: 'company',
      limit: 100,
    });
  });

  it('counts what others hold', () => {
    expect(granted(levels(100, null, null, 50, 40), { fit: 10, hold: 16 })).toEqual({ held: 10 });
    expect(granted(levels(100, null, null, 50, 41), { fit: 10, hold: 16 })).toEqual({
      refused: 'company',
      limit: 100,
    });
  });

  it('is refused by the level with the least room, the innermost of several', () => {
    expect(granted(levels(10, 10, 10), { fit: 11, hold: 11 })).toEqual({ refused: 'repository', limit: 10 });
    expect(granted(levels(9, 10, 10), { fit: 11, hold: 11 })).toEqual({ refused: 'company', limit: 9 });
    expect(granted(levels(10, 10, null, 20), { fit: 1, hold: 1 })).toEqual({ refused: 'project', limit: 10 });
  });

  it('of nothing is refused where there is too much already', () => {
    expect(granted(levels(10, null, null, 20), { fit: 0, hold: 0 })).toEqual({
      refused: 'company',
      limit: 10,
    });
    expect(granted(levels(0, null, null), { fit: 0, hold: 0 })).toEqual({ held: 0 });
  });
});
