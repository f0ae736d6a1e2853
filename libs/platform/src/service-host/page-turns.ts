import { fairPlaces } from '@holdfast/kernel';
import { ConnectionTurns, type Parties } from '../persistence/connection-turns.js';

/**
 * Turns for the pages that the database finds fast, beside those of `LongReads`, with the same shares. Each may have
 * 4 MiB: whoever asks for many of those would hold all connections of a service, and most of its event loop. How large
 * a page is nobody knows before it is read, so each takes a turn.
 */
export class PageTurns {
  private readonly turns: ConnectionTurns;

  constructor(connections: number) {
    this.turns = new ConnectionTurns(connections, {
      parts: [3 / 4, 1 / 2, 1 / 4],
      // A quarter of them of one account.
      waiting: fairPlaces(1_024),
      // No call has longer.
      patience: 60_000,
      refusal: 'too many pages are read at the same time',
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
