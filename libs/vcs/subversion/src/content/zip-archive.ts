import { createDeflateRaw } from 'node:zlib';
import type { ArchiveMember, ArchiveWriter } from './archive-member.js';
import { packed } from './packed.js';
import { zipName } from './zip-name.js';

/** Beyond these an archive would need another form of its directory. */
const mostMembers = 0xffff;
const mostBytes = 0xffffffff;

/** The sizes follow the contents; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
const byUnix = 3 << 8;

/** An archive of zip, of at most 65,535 files and 4 GiB. */
export const zip: ArchiveWriter = async function* (members, at) {
  const directory: Buffer[] = [];
  const time = dosTime(at);
  let offset = 0;
  for await (const member of members) {
    if (directory.length === mostMembers) throw new Error('too many files for this format');
    const name = Buffer.from(zipName(member.path));
    const local = localHeader(name, time);
    yield local;
    const sum = new Sums();
    let packedBytes = 0;
    const source = sum.of(
      member.target === undefined ? await member.contents() : [Buffer.from(member.target)],
    );
    for await (const piece of packed(source, createDeflateRaw())) {
      packedBytes += piece.length;
      yield piece;
    }
    const sizes = sizesOf(sum, packedBytes);
    yield Buffer.concat([signature(0x08074b50), sizes]);
    directory.push(centralHeader(member, name, time, sizes, offset));
    offset += local.length + packedBytes + 4 + sizes.length;
    if (offset > mostBytes || sum.bytes > mostBytes) throw new Error('too much for this format');
  }
  const entries = Buffer.concat(directory);
  yield entries;
  yield endOf(directory.length, entries.length, offset);
};

const localHeader = (name: Buffer, time: Buffer): Buffer => {
  const fixed = Buffer.alloc(22);
  fixed.writeUInt16LE(version, 0);
  fixed.writeUInt16LE(flags, 2);
  fixed.writeUInt16LE(deflated, 4);
  time.copy(fixed, 6);
  return Buffer.concat([signature(0x04034b50), fixed, lengthOf(name), name]);
};

/** Behind the fixed part: the length of the name, and none of anything else. */
const lengthOf = (name: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(name.length, 0);
  return length;
};

const centralHeader = (
  { isExecutable, target }: ArchiveMember,
  name: Buffer,
  time: Buffer,
  sizes: Buffer,
  offset: number,
): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16LE(byUnix | version, 0);
  head.writeUInt16LE(version, 2);
  head.writeUInt16LE(flags, 4);
  head.writeUInt16LE(deflated, 6);
  time.copy(head, 8);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(name.length, 0);
  const mode = target === undefined ? (isExecutable ? 0o100755 : 0o100644) : 0o120777;
  tail.writeUInt32LE(mode * 0x10000, 10);
  tail.writeUInt32LE(offset, 14);
  return Buffer.concat([signature(0x02014b50), head, sizes, tail, name]);
};

const endOf = (members: number, bytes: number, offset: number): Buffer => {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members, 4);
  end.writeUInt16LE(members, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
};

const sizesOf = ({ sum, bytes }: Sums, packed: number): Buffer => {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(sum >>> 0, 0);
  sizes.writeUInt32LE(packed % (mostBytes + 1), 4);
  sizes.writeUInt32LE(bytes % (mostBytes + 1), 8);
  return sizes;
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Time and date, to two seconds, from 1980 to 2107. */
const dosTime = (at: number): Buffer => {
  const date = new Date(Math.min(Math.max(at, earliest), latest) * 1_000);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    0,
  );
  bytes.writeUInt16LE(
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    2,
  );
  return bytes;
};

const earliest = 315_532_800;
const latest = 4_354_819_198;

/** Counts what passes, and its CRC-32. */
class Sums {
  sum = 0;
  bytes = 0;

  async *of(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    let crc = 0xffffffff;
    for await (const piece of pieces) {
      for (const byte of piece) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
      this.bytes += piece.length;
      yield piece;
    }
    this.sum = ~crc;
  }
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
