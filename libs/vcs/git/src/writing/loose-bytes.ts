import { deflateSync } from 'node:zlib';

/** As hard as git packs what lies by itself. */
const level = 1;
/** A file takes whole blocks of the disk (bytes). */
const block = 4 << 10;
/** What stands before and behind bytes that are not packed. */
const around = 11;

/**
 * What the file of an object holds. What takes one block of the disk anyway is not packed: that would take 256 KiB of
 * memory for each, and most of the time.
 */
export const looseBytes = (text: Buffer): Buffer =>
  text.length + around <= block ? unpacked(text) : deflateSync(text, { level });

/** A stream of zlib (RFC 1950) with one block that is as it was (RFC 1951, 3.2.4). */
const unpacked = (text: Buffer): Buffer => {
  const bytes = Buffer.allocUnsafe(text.length + around);
  bytes.writeUInt16BE(0x7801, 0);
  bytes.writeUInt8(1, 2);
  bytes.writeUInt16LE(text.length, 3);
  bytes.writeUInt16LE(~text.length & 0xffff, 5);
  text.copy(bytes, 7);
  bytes.writeUInt32BE(adler32(text), text.length + 7);
  return bytes;
};

/** Of no more than a block of the disk: the sums stay small enough. */
const adler32 = (text: Buffer): number => {
  let [sum, sums] = [1, 0];
  for (const byte of text) {
    sum += byte;
    sums += sum;
  }
  return (((sums % 65_521) << 16) | (sum % 65_521)) >>> 0;
};
