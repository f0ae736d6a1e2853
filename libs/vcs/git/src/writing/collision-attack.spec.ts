import { createHash, randomBytes } from 'node:crypto';
import { isCollisionAttack } from './collision-attack.js';

/** The two files of https://shattered.io, up to where they are the same again. */
const begin = Buffer.concat([
  Buffer.from('%PDF-1.3\n%âãÏÓ\n\n\n1 0 obj\n<</Width 2 0 R/Height 3 0 R/Type 4 0 R/Subtype 5 0 R', 'latin1'),
  Buffer.from('/Filter 6 0 R/ColorSpace 7 0 R/Length 8 0 R/BitsPerComponent 8>>\nstream\n'),
  Buffer.from(
    'ffd8fffe00245348412d3120697320646561642121212121852fec092339759c39b1a1c63c4c97e1fffe01',
    'hex',
  ),
]);
const [one, other] = [
  `7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df6
   14f86db1690901c56b45c1530afedfb76038e972722fe7ad728f0e4904e046c2
   30570fe9d41398abe12ef5bc942be33542a4802d98b5d70f2a332ec37fac3514
   e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1`,
  `7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de2
   18f86db3a90901d5df45c14f26fedfb3dc38e96ac22fe7bd728f0e45bce046d2
   3c570feb141398bb552ef5a0a82be331fea48037b8b5d71f0e332edf93ac3500
   eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1`,
].map((blocks) => Buffer.concat([begin, Buffer.from(blocks.replace(/\s/g, ''), 'hex')]));

const sha1 = (text: Buffer): string => createHash('sha1').update(text).digest('hex');

describe('a collision of SHA-1', () => {
  it('is seen in either of its texts, whatever comes behind it', async () => {
    expect(one.equals(other)).toBe(false);
    expect(sha1(one)).toBe(sha1(other));
    for (const text of [one, other])
      for (const behind of ['', 'x', 'x'.repeat(1_000)])
        expect(await isCollisionAttack(Buffer.concat([text, Buffer.from(behind)]))).toBe(true);
  });

  it('is not seen where half of it is missing, or it stands elsewhere', async () => {
    expect(await isCollisionAttack(one.subarray(0, 256))).toBe(false);
    expect(await isCollisionAttack(Buffer.concat([Buffer.from('blob 320\0'), one]))).toBe(false);
  });

  it('is not seen in anything else, of any length', async () => {
    for (let length = 0; length < 200; length += 1)
      expect([length, await isCollisionAttack(randomBytes(length))]).toEqual([length, false]);
    expect(await isCollisionAttack(Buffer.alloc(16 << 10))).toBe(false);
  });
});
