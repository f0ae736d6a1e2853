import {
  DomainError,
  fairPlaces,
  shareOf,
  Turns,
  type PlaceLimits,
  type Principal,
  type TurnTaker,
} from '@holdfast/kernel';

/** A call of the gateway is given up after ten seconds (ms). */
const patience = 8_000;

/** Lets so much go on at a time, of which a company and an account have shares. */
export class FairTurns {
  private readonly turns: Turns;

  /** `places`: in all, of a company, of an account, and of what else the callers name. `refusal`: what is told. */
  constructor(
    places: PlaceLimits,
    private readonly refusal = 'too many requests for files are under way',
  ) {
    this.turns = new Turns(places, fairPlaces(2_048, ...places.each.slice(2).map(() => 128)), patience);
  }

  /** @throws DomainError `unavailable` when its turn does not come in time */
  run<T>(principal: Principal, work: () => Promise<T>, ...more: string[]): Promise<T> {
    return this.holding({ places: 1 }, principal, work, ...more);
  }

  /** The same for what takes so many places, and may be ended where it is slow. */
  holding<T>(
    taker: Pick<TurnTaker, 'places' | 'slow' | 'end'>,
    principal: Principal,
    work: () => Promise<T>,
    ...more: string[]
  ): Promise<T> {
    const parties = [principal.company.uuid, shareOf(principal), ...more];
    return this.turns.run({ ...taker, parties }, work, () => {
      throw DomainError.unavailable(this.refusal);
    });
  }
}
