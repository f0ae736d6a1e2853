import { fairPlaces } from '@holdfast/kernel';
import { ConnectionTurns } from '../persistence/connection-turns.js';
import { readShares } from './long-reads.js';

/**
 * Turns for the pages that the database finds fast, beside those of `LongReads`, with the same shares. Each may have
 * 4 MiB: whoever asks for many of those would hold all connections of a service, and most of its event loop. How large
 * a page is nobody knows before it is read, so each takes a turn.
 */
export class PageTurns extends ConnectionTurns {
  constructor(connections: number) {
    super(connections, {
      ...readShares,
      // A quarter of them of one account.
      waiting: fairPlaces(1_024),
      refusal: 'too many pages are read at the same time',
    });
  }
}
