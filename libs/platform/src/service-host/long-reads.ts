import { DomainError, fairPlaces, shareOf, Turns, type CallContext, type ListQuery } from '@holdfast/kernel';

/** For whom something is read: uuids of the company and of the account. */
export type Reader = readonly [company: string, account: string];

/** The most reads that may wait for their turn. */
const waiting = fairPlaces(256);
/** No call has longer (ms). */
const patience = 60_000;

/** A page with more objects than this, or that begins after so many, may take long. */
const shortPage = 100;
const shallow = 1_000;

/** Whether the database may need long for a page: it is large, begins far down, or rows are searched. */
export const isLongPage = ({ limit, offset, searchTerm = '', filters = {} }: ListQuery): boolean =>
  limit > shortPage || offset > shallow || searchTerm !== '' || Object.keys(filters).length > 0;

/** For whom a call is counted. Undefined: it has no caller, and takes no turn. */
export const readerOf = ({ principal }: CallContext): Reader | undefined =>
  principal && [principal.company.uuid, shareOf(principal)];

/**
 * Turns for reads that may take long, so that nobody holds all database connections of a service: they have three
 * quarters of them, a company at most half, an account a quarter. What is short, and what writes, takes no turn.
 */
export class LongReads {
  private readonly turns: Turns;

  constructor(connections: number) {
    const share = (part: number): number => Math.max(1, Math.floor(connections * part));
    const places = { total: share(3 / 4), each: [share(1 / 2), share(1 / 4)] };
    this.turns = new Turns(places, waiting, patience);
  }

  /**
   * Does the work when its turn has come. `deadline`: milliseconds since the epoch, as long as anybody waits for it.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>(parties: Reader, deadline: number, work: () => Promise<T>): Promise<T> {
    return this.turns.run({ parties, deadline }, work, () => {
      throw DomainError.unavailable('too much is read at the same time');
    });
  }
}
