import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { looseBytes } from './loose-bytes.js';

describe('the file of an object', () => {
  it('holds what zlib reads, of any length', () => {
    for (const length of [0, 1, 255, 256, 4_085, 4_086, 16_384])
      for (const text of [randomBytes(length), Buffer.alloc(length, 255)])
        expect([length, inflateSync(looseBytes(text)).equals(text)]).toEqual([length, true]);
  });

  it('is packed where it would take more than a block of the disk', () => {
    expect(looseBytes(Buffer.alloc(4_085)).length).toBe(4_096);
    expect(looseBytes(Buffer.alloc(4_086)).length).toBeLessThan(100);
  });
});
