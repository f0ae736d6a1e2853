import type { CallContext } from '@holdfast/kernel';

/** Takes turns of one sort for one caller: does the work when its turn has come. */
type TakesTurn = (work: () => Promise<void>) => Promise<void>;

/** The turn of a call, which it has but while it waits for others. */
class HeldTurn {
  private leave: () => void = () => undefined;
  private away = 0;

  constructor(private readonly take: TakesTurn) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Of several at a time the last one takes the turn again. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.away += 1;
    this.leave();
    try {
      return await work();
    } finally {
      this.away -= 1;
      if (this.away === 0) await this.enter();
    }
  }

  private enter(): Promise<void> {
    return new Promise((entered, refused) => {
      const held = (): Promise<void> =>
        new Promise((left) => {
          this.leave = left;
          entered();
        });
      this.take(held).catch(refused);
    });
  }
}

const turnOf = new WeakMap<CallContext, HeldTurn>();

/**
 * Does the work of a call in a turn, which `outsideTurn` gives to others for a while. The work has a context of its
 * own: a call may have several turns, one for each sort of children.
 */
export const insideTurn = <T>(
  ctx: CallContext,
  take: TakesTurn,
  work: (own: CallContext) => Promise<T>,
): Promise<T> => {
  const own = { ...ctx };
  const turn = new HeldTurn(take);
  turnOf.set(own, turn);
  return turn.run(() => work(own));
};

/**
 * Waits for another service without the turn of the call that asks: others may wait for theirs there, and whoever has
 * turns in both would hold up who needs this one alone.
 * @throws DomainError `unavailable` when the turn did not come again in time
 */
export const outsideTurn = <T>(ctx: CallContext, work: () => Promise<T>): Promise<T> =>
  turnOf.get(ctx)?.outside(work) ?? work();
