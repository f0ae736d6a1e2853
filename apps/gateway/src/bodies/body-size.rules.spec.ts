import { isSlow, roomFor } from './body-size.rules.js';

const kibibyte = 1024;

describe('a body', () => {
  it.each([
    [1, 16 * kibibyte],
    [16 * kibibyte, 16 * kibibyte],
    [16 * kibibyte + 1, 32 * kibibyte],
  ])('of which %i bytes have come has room for %i', (come, room) => expect(roomFor(come)).toBe(room));

  it.each([
    [64 * kibibyte, 1_000, false],
    [64 * kibibyte - 1, 1_000, true],
    [0, 1, true],
  ])('of which %i bytes came in %i ms is slow: %s', (bytes, passed, slow) =>
    expect(isSlow(bytes, passed)).toBe(slow),
  );
});
