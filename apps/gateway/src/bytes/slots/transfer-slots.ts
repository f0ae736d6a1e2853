import { fairPlaces, Turns, type Principal, type TurnLoad, type TurnTaker } from '@holdfast/kernel';
import { hasGone, type Exchange } from '../exchange.js';
import { Crowded } from '../refusal.js';
import { HeldSlot } from './held-slot.js';

export type TransferKind = 'upload' | 'download' | 'fetch' | 'push';

/** How many transfers of a kind go on at a time. */
export type SlotLimits = Readonly<Record<TransferKind, number>>;

/** How the slots of a kind are used. */
export interface SlotUse extends TurnLoad {
  readonly kind: TransferKind;
  /** How many there are. */
  readonly total: number;
}

/** So many may wait for a slot of one kind. */
const waiting = fairPlaces(1024);

/** The slots of transfers in this process, by kind. Small answers that are at hand need none. */
export class TransferSlots {
  private readonly kinds: Readonly<Record<TransferKind, Turns>>;

  /** `patience`: milliseconds that a transfer waits for its slot. */
  constructor(
    private readonly limits: SlotLimits,
    patience = 30_000,
  ) {
    const { upload, download, fetch, push } = limits;
    const turns = (total: number): Turns => new Turns(fairPlaces(total), waiting, patience);
    this.kinds = { upload: turns(upload), download: turns(download), fetch: turns(fetch), push: turns(push) };
  }

  get uses(): SlotUse[] {
    const kinds = Object.keys(this.kinds) as TransferKind[];
    return kinds.map((kind) => ({ kind, total: this.limits[kind], ...this.kinds[kind].load }));
  }

  /** The same for whoever takes part in it. @throws Crowded */
  enter(kind: TransferKind, taker: TurnTaker, work: (waited: boolean) => Promise<void>): Promise<void> {
    return this.kinds[kind].run(taker, work, () => {
      throw new Crowded();
    });
  }

  /**
   * Carries a transfer out in a slot of its account; `waited`: it had to wait, so that what was decided before may be
   * old. It is not, where the client has gone meanwhile.
   * @throws Crowded when too many wait, or no slot came free in time
   */
  run(
    kind: TransferKind,
    exchange: Exchange,
    principal: Principal,
    work: (waited: boolean) => Promise<void>,
  ): Promise<void> {
    return this.enter(kind, new HeldSlot(exchange, principal), async (waited) => {
      if (!waited || !(await hasGone(exchange))) await work(waited);
    });
  }
}
