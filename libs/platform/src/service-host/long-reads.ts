import { fairPlaces, type ListQuery } from '@holdfast/kernel';
import { ConnectionTurns, type TurnShares } from '../persistence/connection-turns.js';

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

/** Three quarters of the connections for all, half for a company, a quarter for an account. No call has longer. */
export const readShares = { parts: [3 / 4, 1 / 2, 1 / 4], patience: 60_000 } satisfies Partial<TurnShares>;

/** Turns for reads that may take long, so that nobody holds all database connections of a service. */
export class LongReads extends ConnectionTurns {
  constructor(connections: number) {
    super(connections, {
      ...readShares,
      waiting: fairPlaces(256),
      refusal: 'too much is read at the same time',
    });
  }
}
