import { DomainError, fairPlaces, shareOf, Turns, type PlaceLimits, type Principal } from '@holdfast/kernel';

/** A call of the gateway is given up after ten seconds (ms). */
const patience = 8_000;

/** Lets so much go on at a time, of which a company and an account have shares. */
export class FairTurns {
  private readonly turns: Turns;

  /** `places`: in all, of a company, of an account, and of what else the callers name. */
  constructor(places: PlaceLimits) {
    this.turns = new Turns(places, fairPlaces(2_048, ...places.each.slice(2).map(() => 128)), patience);
  }

  /** @throws DomainError `unavailable` when its turn does not come in time */
  run<T>(principal: Principal, work: () => Promise<T>, ...more: string[]): Promise<T> {
    const parties = [principal.company.uuid, shareOf(principal), ...more];
    return this.turns.run({ parties }, work, () => {
      throw DomainError.unavailable('too many requests for files are under way');
    });
  }
}
