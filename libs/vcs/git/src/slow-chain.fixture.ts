import { createHash, randomUUID } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';

const numbers = { commit: 1, blob: 3, tag: 4 };
const differs = 6;
const mebibyte = 1 << 20;

/** The head of an object in a pack. */
const headOf = (type: number, length: number): Buffer => {
  const bytes: number[] = [];
  let rest = Math.floor(length / 16);
  for (let byte = (type << 4) | (length & 15); ; byte = rest & 0x7f, rest = Math.floor(rest / 128)) {
    bytes.push(rest > 0 ? byte | 0x80 : byte);
    if (rest === 0) return Buffer.from(bytes);
  }
};
const numberOf = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberOf(value >> 7)];
const backBy = (bytes: number): number[] => {
  const found = [bytes & 0x7f];
  for (let rest = bytes >> 7; rest > 0; rest >>= 7) found.unshift((--rest & 0x7f) | 0x80);
  return found;
};

const emptyDirectory = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** The beginnings of what is in a chain; a commit of the empty directory is one without parents. */
const beginnings = {
  blob: () => '',
  commit: () =>
    [
      `tree ${emptyDirectory}`,
      ...['author', 'committer'].map((who) => `${who} Ann <ann@x.example> 0 +0000`),
      '\n',
    ].join('\n'),
  /** Others each time. */
  tag: () =>
    [
      `object ${emptyDirectory}`,
      'type tree',
      `tag ${randomUUID()}`,
      'tagger Ann <ann@x.example> 0 +0000',
      '\n',
    ].join('\n'),
};

const copyOf = (from: number, bytes: number): number[] => [
  0xff,
  ...[0, 8, 16, 24].map((shift) => (from >> shift) & 0xff),
  ...[0, 8, 16].map((shift) => (bytes >> shift) & 0xff),
];

/** `slowly`: a byte at a time, which takes git some milliseconds. */
const copied = (bytes: number, beginning: number, slowly: boolean): Buffer => {
  if (!slowly) return Buffer.from(copyOf(0, bytes));
  const one = Buffer.from([0x91, beginning, 1]); // a byte, from behind the beginning
  const first = beginning > 0 ? copyOf(0, beginning) : []; // 0 would stand for 64 KiB
  return Buffer.concat([Buffer.from(first), Buffer.alloc((bytes - beginning) * 3, one)]);
};

/**
 * A pack of objects of that size (bytes), each but the first stored as its difference from the one before; and their
 * ids, and how many bytes each takes in the pack. So many of the last are `slow`: each takes git some 10 ms for a MiB.
 * Of less than 100 git makes files, which are no differences. `depth`: after so many one is whole again. `beside`: with
 * a hundred small ones, so that few stay in a pack. `last`: a pack of the last alone, whole.
 */
export const chainOf = (
  count: number,
  {
    type = 'blob',
    slow = 0,
    depth = count,
    size = mebibyte,
    beside = false,
  }: {
    type?: keyof typeof beginnings;
    slow?: number;
    depth?: number;
    size?: number;
    beside?: boolean;
  } = {},
): { pack: Buffer; ids: string[]; sizes: number[]; last: Buffer } => {
  const beginning = Buffer.from(beginnings[type]());
  const same = Buffer.concat([beginning, Buffer.alloc(size - 8 - beginning.length, 'a')]);
  const begun = createHash('sha1').update(`${type} ${size}\0`).update(same);
  const [quickly, slowly] = [false, true].map((isSlow) => copied(same.length, beginning.length, isSlow));
  const [ids, sizes, parts]: [string[], number[], Buffer[]] = [[], [], []];
  const whole = (end: Buffer): Buffer[] => [
    headOf(numbers[type], size),
    deflateSync(Buffer.concat([same, end])),
  ];
  const ends = Array.from({ length: count }, (_, made) => Buffer.from(String(made).padStart(8, '0')));
  let [at, last] = [12, 0];
  for (const [made, end] of ends.entries()) {
    ids.push(begun.copy().update(end).digest('hex'));
    const lengths = [...numberOf(size), ...numberOf(size)];
    const before = count - made > slow ? quickly : slowly;
    const delta = Buffer.concat([Buffer.from(lengths), before, Buffer.from([end.length]), end]);
    const stored =
      made % depth === 0
        ? whole(end)
        : [headOf(differs, delta.length), Buffer.from(backBy(at - last)), deflateSync(delta)];
    last = at;
    for (const part of stored) at += part.length;
    sizes.push(at - last);
    parts.push(...stored);
  }
  return {
    pack: beside ? packOf([...others(), ...parts], 100 + count) : packOf(parts, count),
    ids,
    sizes,
    last: packOf(ends.slice(-1).flatMap(whole), Math.min(count, 1)),
  };
};

const adler32 = (data: Buffer): Buffer => {
  let [one, sum] = [1, 0];
  for (const byte of data) {
    one = (one + byte) % 65_521;
    sum = (sum + one) % 65_521;
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE(sum * 65_536 + one);
  return written;
};
/** A hundred objects: of less in a pack git makes files. */
const others = (): Buffer[] =>
  Array.from({ length: 100 }, () => {
    const each = Buffer.from(randomUUID());
    return [headOf(numbers.blob, each.length), deflateSync(each)];
  }).flat();
/** zlib unfolds it to nothing. */
const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** A pack of an object, whole, in which stand so many bytes of blocks without content, and of 100 others. */
export const paddedPack = (type: keyof typeof numbers, data: Buffer, bytes: number): Buffer => {
  return packOf([...others(), headOf(numbers[type], data.length), padded(data, bytes)], 101);
};

const padded = (data: Buffer, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x78, 1]),
    Buffer.alloc(bytes, emptyBlock),
    deflateRawSync(data),
    adler32(data),
  ]);

/**
 * Three packs, which each have short chains only. In the first small objects are differences from a larger one, which
 * is one from a large one in the second, which is the last of a chain of large ones in the third. `small`: the id of
 * one of them.
 */
export const gluedChains = (): { packs: Buffer[]; small: string } => {
  const [depth, size] = [45, 2 * mebibyte];
  const count = 3 * depth;
  const beginningOf = (bytes: number, end: string): Buffer =>
    Buffer.concat([Buffer.alloc(bytes, 'a'), Buffer.from(end)]);
  const large = beginningOf(size - 8, String(count - 1).padStart(8, '0'));
  const larger = beginningOf(66_000, 'larger');
  const smalls = Array.from({ length: 6 }, (_, at) => beginningOf(900, `what somebody else has ${at}`));
  const [small] = smalls;
  const id = createHash('sha1').update(`blob ${small.length}\0`).update(small).digest('hex');
  const packs = [differencePack(larger, smalls), differencePack(large, [larger])];
  return { packs: [...packs, chainOf(count, { depth, size }).pack], small: id };
};

/** A pack of a file in which stand 2.9 MB of blocks without content, and of a small one as a difference from it. */
export const paddedBase = (): Buffer => {
  const base = Buffer.alloc(3_000_000, 'a');
  const made = Buffer.concat([base.subarray(0, 100_000), Buffer.from('what somebody else has')]);
  return differencePack(base, [made], padded(base, 2_900_000));
};

/** A pack of an object, of some that begin alike as differences from it, and of 100 others. */
const differencePack = (
  base: Buffer,
  all: readonly Buffer[],
  written: Buffer = deflateSync(base),
): Buffer => {
  const parts = [Buffer.concat([headOf(numbers.blob, base.length), written])];
  for (const made of all) {
    const same = base.findIndex((byte, at) => byte !== made[at]);
    const end = made.subarray(same);
    const lengths = [...numberOf(base.length), ...numberOf(made.length)];
    const delta = Buffer.concat([Buffer.from([...lengths, ...copyOf(0, same), end.length]), end]);
    const back = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.concat([headOf(differs, delta.length), Buffer.from(backBy(back)), deflateSync(delta)]));
  }
  return packOf([...others(), ...parts], 101 + all.length);
};

/** A pack with what is empty, as a difference from something: git takes that for damaged. Of 102 objects. */
export const emptyDifference = (): Buffer => {
  const base = Buffer.alloc(20_000, randomUUID());
  const stored = Buffer.concat([headOf(numbers.blob, base.length), deflateSync(base)]);
  const delta = Buffer.from([...numberOf(base.length), 0]);
  const empty = [headOf(differs, delta.length), Buffer.from(backBy(stored.length)), deflateSync(delta)];
  return packOf([...others(), stored, ...empty], 102);
};

const packOf = (parts: readonly Buffer[], count: number): Buffer => {
  const head = Buffer.alloc(12, 'PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const pack = Buffer.concat([head, ...parts]);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
};
