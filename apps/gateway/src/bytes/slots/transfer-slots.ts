import { FairSlots, type PlaceLimits, type Principal } from '@holdfast/kernel';
import type { Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';
import { HeldSlot } from './held-slot.js';

export type TransferKind = 'upload' | 'download' | 'fetch' | 'push';

/** How many transfers of a kind go on at a time. */
export type TransferLimits = Readonly<Record<TransferKind, number>>;

/** A company has three quarters of the slots at most, an account one. */
const slotsOf = (total: number): PlaceLimits => ({
  total,
  each: [Math.ceil((total * 3) / 4), Math.ceil(total / 4)],
});

/** So many may wait for a slot of one kind: in all, of one company, of one account. */
const waiting: PlaceLimits = { total: 1024, each: [768, 256] };

/** How often it is looked whether a slow one holds up others (ms). */
const every = 1_000;

/** The slots of transfers in this process, by kind. Small answers that are at hand need none. */
export class TransferSlots {
  private readonly kinds: Readonly<Record<TransferKind, FairSlots<HeldSlot>>>;
  private watch: NodeJS.Timeout | undefined;

  /** `patience`: milliseconds that a transfer waits for its slot. */
  constructor(
    { upload, download, fetch, push }: TransferLimits,
    private readonly patience = 30_000,
  ) {
    const slots = (total: number): FairSlots<HeldSlot> => new FairSlots(slotsOf(total), waiting);
    this.kinds = {
      upload: slots(upload),
      download: slots(download),
      fetch: slots(fetch),
      push: slots(push),
    };
  }

  /**
   * Carries a transfer out in a slot of its account; `waited`: it had to wait, so that what was decided before may be old.
   * @throws Refusal 503 when too many wait, or no slot came free in time
   */
  async run(
    kind: TransferKind,
    exchange: Exchange,
    principal: Principal,
    work: (waited: boolean) => Promise<void>,
  ): Promise<void> {
    const slots = this.kinds[kind];
    const slot = new HeldSlot(exchange, principal);
    const asked = slots.ask(slot);
    if (asked === 'refused') throw busy();
    try {
      if (asked === 'waits') await this.awaited(slot);
      await work(asked === 'waits');
    } finally {
      slots.leave(slot);
    }
  }

  private async awaited(slot: HeldSlot): Promise<void> {
    this.watch ??= setInterval(() => this.look(), every).unref();
    if (!(await slot.turn(this.patience))) throw busy();
  }

  /** Who is not slow yet may become it: looks from time to time while somebody waits. */
  private look(): void {
    const all = Object.values(this.kinds);
    for (const slots of all) slots.makeRoom();
    if (all.some(({ someWait }) => someWait)) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}

const busy = (): Refusal => new Refusal(503, 'too many transfers at a time, try again', ['Retry-After', '5']);
