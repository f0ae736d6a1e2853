import { sizeOf } from './size-of.js';

describe('a size for people', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [5 * 2 ** 20, '5.0 MiB'],
    [2 ** 30 - 1, '1024.0 MiB'],
    [1.5 * 2 ** 40, '1.5 TiB'],
    [2 ** 52, '4096.0 TiB'],
  ])('of %d bytes is %s', (bytes, said) => {
    expect(sizeOf(bytes)).toBe(said);
  });
});
