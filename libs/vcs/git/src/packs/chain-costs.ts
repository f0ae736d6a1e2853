import { randomInt } from 'node:crypto';

/** So many slots there are for each object, at least. */
const slotsFor = 4 / 3;

/** Bytes of an object, and of all from which it is a difference. */
export interface ChainCost {
  /** That git unpacks. */
  unpacked: number;
  /** That it reads for that in the pack: far more than usual where somebody has put blocks without content between. */
  packed: number;
  /** Of the differences, unpacked: far more than usual where somebody has made them copy each byte by itself. */
  length: number;
}

/**
 * What it costs git to read each object of a pack. It knows them by the beginnings of their ids: of several that begin
 * alike it has the highest. Nobody knows which ids meet in it: who makes objects would else have all meet in one place.
 */
export class ChainCosts {
  private readonly keys: Uint32Array;
  /** 0: the slot is free. */
  private readonly unpacked: Float32Array;
  private readonly packed: Float32Array;
  private readonly length: Float32Array;
  private readonly mask: number;
  private readonly salts = [0, 1, 2].map(() => randomInt(2 ** 32) | 1);

  /** `most`: so many objects, 27 to 54 bytes for each. */
  constructor(most: number) {
    const slots = 1 << Math.max(4, Math.ceil(Math.log2(most * slotsFor + 1)));
    this.keys = new Uint32Array(2 * slots);
    this.unpacked = new Float32Array(slots);
    this.packed = new Float32Array(slots);
    this.length = new Float32Array(slots);
    this.mask = slots - 1;
  }

  set(id: string, { unpacked, packed, length }: ChainCost): void {
    const [high, low] = keyOf(id);
    const at = this.slotOf(high, low);
    this.keys[2 * at] = high;
    this.keys[2 * at + 1] = low;
    this.unpacked[at] = Math.max(this.unpacked[at], unpacked, 1);
    this.packed[at] = Math.max(this.packed[at], packed);
    this.length[at] = Math.max(this.length[at], length);
  }

  /** Undefined: it is not known. */
  get(id: string): ChainCost | undefined {
    const at = this.slotOf(...keyOf(id));
    const [unpacked, packed, length] = [this.unpacked[at], this.packed[at], this.length[at]];
    return unpacked === 0 ? undefined : { unpacked, packed, length };
  }

  private slotOf(high: number, low: number): number {
    const [one, other, last] = this.salts;
    const mixed = Math.imul(Math.imul(high ^ one, other) ^ low ^ (high >>> 15), last);
    let at = (mixed ^ (mixed >>> 16)) & this.mask;
    while (this.unpacked[at] !== 0 && (this.keys[2 * at] !== high || this.keys[2 * at + 1] !== low))
      at = (at + 1) & this.mask;
    return at;
  }
}

const keyOf = (id: string): [number, number] => [parseInt(id.slice(0, 8), 16), parseInt(id.slice(8, 16), 16)];
