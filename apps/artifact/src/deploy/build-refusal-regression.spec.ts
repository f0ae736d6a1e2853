import type { Checksums } from '@holdfast/artifact-spi';
import { judgePut } from './put.rules.js';

const sums = (letter: string): Checksums => ({
  md5: letter.repeat(32),
  sha1: letter.repeat(40),
  sha256: letter.repeat(64),
  sha512: letter.repeat(128),
});

describe('a build of a SNAPSHOT that is there', () => {
  const file = { size: 10, checksums: sums('a'), uploaded: 0, modified: new Date('2026-01-01T00:00:00Z') };
  const judge = (letter: string) =>
    judgePut(
      { isDirectory: false, inDirectory: true, belowFile: false, held: {}, file },
      {
        mutable: false,
        released: false,
        refusedAsNew: undefined,
        conditions: {},
        incoming: { size: 10, checksums: sums(letter), isWhole: true },
      },
    );

  it('is not said to be released where other bytes are refused', () => {
    expect(judge('b')).toEqual({
      is: 'refused',
      status: 409,
      reason: 'this build of the SNAPSHOT is there already with other bytes: deploy again',
    });
  });

  it('may be sent again with the very bytes', () => {
    expect(judge('a')).toEqual({ is: 'unchanged' });
  });
});
