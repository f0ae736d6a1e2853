import { addressBlock, Turns } from '@holdfast/kernel';
import { TokenBuckets, waitFor, type Rate } from '../rates/token-buckets.js';

/** Logins that are looked at together, and how many of them come from one address. */
const places = { total: 32, each: [4] };
/** Those that wait: no more than there are connections before their login. */
const waiting = { total: 300, each: [150] };
/** Milliseconds that one waits for its turn. */
const patience = 10_000;

/** Refused logins of one address, on average and at once: agents show keys that nobody has before the right one. */
export const usualRefusals: Rate = { perSecond: 20, burst: 400 };

/** A login that wants its turn. */
export interface LoginTurn {
  address: string;
  /** Resolves when its client has gone. */
  gone: () => Promise<void>;
}

/**
 * The turns of logins: an address has a few at a time, and a budget of those that are refused, so that a flood from
 * one address does not make others wait.
 */
export class LoginTurns {
  private readonly turns = new Turns(places, waiting, patience);
  private readonly refusals: TokenBuckets;

  constructor(
    rate: Rate = usualRefusals,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.refusals = new TokenBuckets(rate);
  }

  /**
   * What the work finds in its turn, `undefined` being a refusal. Without a turn, or a budget, it is refused unlooked
   * at.
   */
  run<Found>(
    { address, gone }: LoginTurn,
    work: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const block = addressBlock(address);
    const look = async (): Promise<Found | undefined> => {
      if (waitFor(this.refusals.of(block, this.now()), 1) > 0) return undefined;
      const found = await work();
      if (found === undefined) this.refusals.of(block, this.now()).tokens -= 1;
      return found;
    };
    return this.turns.run({ parties: [block], gone }, look, () => undefined);
  }
}
