import { DomainError, fairPlaces, Turns, type CallContext } from '@holdfast/kernel';
import { readingOf } from './reading-of.js';

/** As of other changes: four at a time, three of them of a company, two of an account. */
const running = { total: 4, each: [3, 2] };
/** A quarter of them of one account. */
const waiting = fairPlaces(1_024);
/** Nobody waits longer (ms). */
const patience = 5_000;

/**
 * A directory costs programs and the disk something before there is a row, for which changes take turns. So companies
 * and accounts have turns of it. Whoever has one may wait for his turn of the change, but not the other way round.
 */
export class CreationTurns {
  private readonly turns = new Turns(running, waiting, patience);

  /** @throws DomainError `unavailable` when no turn comes in time */
  run<T>(ctx: CallContext, work: () => Promise<T>): Promise<T> {
    const { owner, deadline } = readingOf(ctx);
    return this.turns.run({ parties: [owner.company, owner.account], deadline }, work, () => {
      throw DomainError.unavailable('too many repositories are made at this moment');
    });
  }
}
