/** Bytes of a slot: large enough that handing it to a thread costs little beside hashing it. */
export const slotBytes = 256 * 1024;

/** A piece of memory that this thread fills and another reads. */
export interface Slot {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The slot of this number in the memory that the threads share. */
export const slotOf = (memory: SharedArrayBuffer, number: number): Slot => ({
  number,
  bytes: new Uint8Array(memory, number * slotBytes, slotBytes),
});

/**
 * So many slots in shared memory. Whoever finds none free waits for his turn: what all uploads together have on the
 * way to the disk is bounded. A slot is taken for as long as it is written and hashed, never while a client is awaited.
 */
export class Slots {
  readonly memory: SharedArrayBuffer;
  private readonly free: Slot[];
  private readonly waiting: ((slot: Slot) => void)[] = [];

  constructor(count: number) {
    this.memory = new SharedArrayBuffer(count * slotBytes);
    this.free = Array.from({ length: count }, (_, number) => slotOf(this.memory, number));
  }

  take(): Promise<Slot> {
    const slot = this.free.pop();
    return slot ? Promise.resolve(slot) : new Promise((resolve) => this.waiting.push(resolve));
  }

  give(slot: Slot): void {
    const next = this.waiting.shift();
    if (next) next(slot);
    else this.free.push(slot);
  }
}
