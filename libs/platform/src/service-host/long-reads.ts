import { fairPlaces, type ListQuery } from '@holdfast/kernel';
import { ConnectionTurns, type Parties } from '../persistence/connection-turns.js';

/** A page with more objects than this, or that begins after so many, may take long. */
const shortPage = 100;
const shallow = 1_000;

/** Whether the database may need long for a page: it is large, begins far down, or rows are passed over. */
export const isLongPage = (query: ListQuery): boolean =>
  query.limit > shortPage || query.offset > shallow || passesOver(query);

/** Rows are looked at that are not shown: they are searched, left out, or put in order where there may be no index. */
const passesOver = ({ active, before, after, sort = 'id', searchTerm = '', filters = {} }: ListQuery) =>
  !active ||
  (before ?? after) !== undefined ||
  sort !== 'id' ||
  searchTerm !== '' ||
  Object.keys(filters).length > 0;

/**
 * Turns for reads that may take long, so that nobody holds all database connections of a service: they have three
 * quarters of them, a company at most half, an account a quarter. What is short, and what writes, takes no turn.
 */
export class LongReads {
  private readonly turns: ConnectionTurns;

  constructor(connections: number) {
    this.turns = new ConnectionTurns(connections, {
      parts: [3 / 4, 1 / 2, 1 / 4],
      waiting: fairPlaces(256),
      // No call has longer.
      patience: 60_000,
      refusal: 'too much is read at the same time',
    });
  }

  /**
   * Does the work when its turn has come. `deadline`: milliseconds since the epoch, as long as anybody waits for it.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>(reader: Parties, deadline: number, work: () => Promise<T>): Promise<T> {
    return this.turns.run(reader, deadline, work);
  }
}
