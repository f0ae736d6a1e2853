import { randomInt } from 'node:crypto';

/** So many slots there are for each object, at least. */
const slotsFor = 4 / 3;

/** Bytes of an object, and of all from which it is a difference. */
export interface ChainCost {
  /** That git unpacks. */
  unpacked: number;
  /** That it reads of differences for that: far more than usual where somebody has put empty blocks between. */
  packed: number;
  /** Which these are, unpacked: far more than usual where somebody has made them copy each byte by itself. */
  length: number;
  /** That it reads of what is no difference: zlib takes as long for some blocks as for a hundred others. */
  root: number;
}

/** Those of which the highest count. */
const measures = ['packed', 'length', 'root'] as const;

/**
 * What it costs git to read each object of a pack. It knows them by the beginnings of their ids: of several that begin
 * alike it has the highest. Nobody knows which ids meet in it: who makes objects would else have all meet in one place.
 */
export class ChainCosts {
  private readonly keys: Uint32Array;
  /** 0: the slot is free. */
  private readonly unpacked: Float32Array;
  private readonly more: Record<(typeof measures)[number], Float32Array>;
  private readonly mask: number;
  private readonly salts = [0, 1, 2].map(() => randomInt(2 ** 32) | 1);

  /** `most`: so many objects, 32 to 64 bytes for each. */
  constructor(most: number) {
    const slots = 1 << Math.max(4, Math.ceil(Math.log2(most * slotsFor + 1)));
    this.keys = new Uint32Array(2 * slots);
    this.unpacked = new Float32Array(slots);
    const [packed, length, root] = measures.map(() => new Float32Array(slots));
    this.more = { packed, length, root };
    this.mask = slots - 1;
  }

  set(id: string, cost: ChainCost): void {
    const [high, low] = keyOf(id);
    const at = this.slotOf(high, low);
    this.keys[2 * at] = high;
    this.keys[2 * at + 1] = low;
    this.unpacked[at] = Math.max(this.unpacked[at], cost.unpacked, 1);
    for (const each of measures) this.more[each][at] = Math.max(this.more[each][at], cost[each]);
  }

  /** Undefined: it is not known. */
  get(id: string): ChainCost | undefined {
    const at = this.slotOf(...keyOf(id));
    const unpacked = this.unpacked[at];
    if (unpacked === 0) return undefined;
    const { packed, length, root } = this.more;
    return { unpacked, packed: packed[at], length: length[at], root: root[at] };
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
