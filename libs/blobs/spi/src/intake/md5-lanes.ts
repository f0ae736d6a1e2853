import { blockBytes, firstFree, laneCount, md5Program, stateAt } from './md5-program.js';
import { partBytes, wordBytes } from './part-memory.js';

/** What MD5 begins with (RFC 1321). */
const begin = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

/** Behind a content come one byte, zeros, and its length in eight bytes, up to the end of a block. */
const longestEnd = 2 * blockBytes;

/** The MD5 of a content, as far as it has come. */
export class Md5State {
  readonly words = Uint32Array.from(begin);
  /** What has come of a block that is not whole. */
  rest = new Uint8Array();
  bytes = 0;

  /** Once its last part has been taken. */
  get hex(): string {
    const digest = Buffer.alloc(16);
    this.words.forEach((word, index) => digest.writeUInt32LE(word, 4 * index));
    return digest.toString('hex');
  }
}

/** The next bytes of a content; `last`: no others come. */
export interface Md5Part {
  readonly of: Md5State;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

interface Lane {
  readonly of: Md5State;
  /** Where its next block lies, and how many there are. */
  at: number;
  blocks: number;
}

const laneBytes = wordBytes + blockBytes + partBytes + longestEnd;

/** Goes on with the MD5 of several contents at once, which costs little more than one of them does. */
export class Md5Lanes {
  private readonly program = md5Program(laneCount * laneBytes);
  private readonly memory = new Uint8Array(this.program.memory.buffer);
  private readonly state = new Uint32Array(this.program.memory.buffer, stateAt, 4 * laneCount);

  /** One part of each of so many contents at most as there are lanes. */
  update(parts: readonly Md5Part[]): void {
    const most = Math.max(...parts.map(({ bytes }) => bytes.length));
    for (let at = 0; at === 0 || at < most; at += partBytes)
      this.hash(
        parts
          .filter(({ bytes }) => at === 0 || at < bytes.length)
          .map((part, index) => this.fill(part, at, firstFree + index * laneBytes)),
      );
  }

  /** Puts what comes next of a part into a lane, behind what its content has left over. */
  private fill({ of, bytes, last }: Md5Part, from: number, lane: number): Lane {
    const piece = bytes.subarray(from, from + partBytes);
    // Shared memory is copied by words only to where it lies likewise.
    const at = lane + ((piece.byteOffset - of.rest.length + blockBytes) % wordBytes);
    this.memory.set(of.rest, at);
    this.memory.set(piece, at + of.rest.length);
    of.bytes += piece.length;
    let length = of.rest.length + piece.length;
    if (last && from + piece.length === bytes.length) length += this.end(at + length, of.bytes);
    const left = length % blockBytes;
    of.rest = this.memory.slice(at + length - left, at + length);
    return { of, at, blocks: (length - left) / blockBytes };
  }

  /** Writes what comes behind a content of so many bytes; answers how long it is. */
  private end(at: number, bytes: number): number {
    const length = blockBytes - (bytes % blockBytes) + (bytes % blockBytes < blockBytes - 8 ? 0 : blockBytes);
    this.memory.fill(0, at, at + length);
    this.memory[at] = 0x80;
    new DataView(this.memory.buffer).setBigUint64(at + length - 8, 8n * BigInt(bytes), true);
    return length;
  }

  private hash(lanes: readonly Lane[]): void {
    for (;;) {
      const open = lanes.filter(({ blocks }) => blocks > 0);
      if (open.length === 0) return;
      const blocks = Math.min(...open.map((lane) => lane.blocks));
      if (open.length === 1) this.one(open[0], blocks);
      else this.several(open, blocks);
      for (const lane of open) {
        lane.at += blocks * blockBytes;
        lane.blocks -= blocks;
      }
    }
  }

  private one({ of, at }: Lane, blocks: number): void {
    this.state.set(of.words);
    this.program.one(stateAt, blocks, at);
    of.words.set(this.state.subarray(0, 4));
  }

  /** A lane that nobody needs does again what the first one does. */
  private several(lanes: readonly Lane[], blocks: number): void {
    const all = Array.from({ length: laneCount }, (_, index) => lanes.at(index) ?? lanes[0]);
    all.forEach(({ of }, lane) =>
      of.words.forEach((word, index) => (this.state[laneCount * index + lane] = word)),
    );
    this.program.lanes(stateAt, blocks, ...all.map(({ at }) => at));
    lanes.forEach(({ of }, lane) => {
      for (let word = 0; word < 4; word += 1) of.words[word] = this.state[laneCount * word + lane];
    });
  }
}
