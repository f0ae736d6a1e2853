import { heldOf, leaseStep, wantedFirst, wantedNext } from './lease.rules.js';

describe('what an upload asks for', () => {
  it('is all of a small body at once', () => {
    expect(wantedFirst(1000)).toEqual({ fit: 1000, hold: 1000 });
  });

  it('is little of a large body, all of which must fit, and then one step of it after the other', () => {
    expect(wantedFirst(leaseStep * 3)).toEqual({ fit: leaseStep * 3, hold: 1024 * 1024 });
    expect(wantedNext(leaseStep + 1, leaseStep * 3)).toEqual({ fit: leaseStep + 1, hold: leaseStep * 2 + 1 });
    expect(wantedNext(leaseStep * 2, leaseStep * 2 + 5)).toEqual({
      fit: leaseStep * 2,
      hold: leaseStep * 2 + 5,
    });
  });

  it('grows with a body of unknown length, by one step at most', () => {
    expect(wantedFirst(undefined)).toEqual({ fit: 0, hold: 0 });
    expect(wantedFirst(undefined, leaseStep)).toEqual({ fit: 0, hold: 0 });
    expect(wantedNext(10, undefined)).toEqual({ fit: 10, hold: 10 + 65_536 });
    expect(wantedNext(1_000_000, undefined)).toEqual({ fit: 1_000_000, hold: 2_000_000 });
    expect(wantedNext(leaseStep * 9, undefined)).toEqual({ fit: leaseStep * 9, hold: leaseStep * 10 });
  });

  it('is what has come where that is more than was announced', () => {
    expect(wantedNext(11, 10)).toEqual({ fit: 11, hold: 11 });
  });
});

describe('what an upload asks for whose bytes are there already', () => {
  it('is all of it at once', () => {
    const length = leaseStep * 3;
    expect(wantedFirst(length, length)).toEqual({ fit: length, hold: length });
  });
});

describe('what is held', () => {
  it('is what is wanted where there is room enough', () => {
    expect(heldOf(Infinity, { fit: 5, hold: 16 })).toBe(16);
    expect(heldOf(1000, { fit: 5, hold: 16 })).toBe(16);
  });

  it('is little more than must fit where there is little room, and nothing where there is none', () => {
    expect(heldOf(37, { fit: 5, hold: 16 })).toBe(7);
    expect(heldOf(36, { fit: 5, hold: 16 })).toBe(6);
    expect(heldOf(5, { fit: 5, hold: 16 })).toBe(5);
    expect(heldOf(4, { fit: 5, hold: 16 })).toBeUndefined();
    expect(heldOf(-1, { fit: 0, hold: 0 })).toBeUndefined();
  });

  it('may be less than must fit', () => {
    expect(heldOf(100, { fit: 100, hold: 16 })).toBe(16);
  });
});
