import { entriesUpTo, fairPlaces } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import { ConnectionTurns, type Parties } from '../persistence/connection-turns.js';
import { readShares } from './long-reads.js';
import { mostOfPage } from './written-page.js';

/** So many small pages are read in place of one large page. */
const smallOnes = 8;
const large = mostOfPage / smallOnes;
/** Milliseconds that an account is known for its large pages. */
const knownFor = 60_000;

/**
 * Turns for the pages that the database finds fast, beside those of `LongReads`. Each may have 4 MiB: whoever asks for
 * many of those would hold all connections of a service, and most of its event loop. How large a page is nobody knows
 * before it is read. So pages of accounts that had a large one lately have the shares of long reads. Those of all
 * others, many of which the service reads and answers together, have eight times as many.
 */
export class PageTurns {
  private readonly ofLarge: ConnectionTurns;
  private readonly ofSmall: ConnectionTurns;
  /** The accounts that are known for their large pages. */
  private readonly known = new LRUCache<string, true>({ ...entriesUpTo(10_000), ttl: knownFor });

  constructor(connections: number) {
    const shares = {
      ...readShares,
      // A quarter of them of one account.
      waiting: fairPlaces(1_024),
      refusal: 'too many pages are read at the same time',
    };
    this.ofLarge = new ConnectionTurns(connections, shares);
    this.ofSmall = new ConnectionTurns(connections, { ...shares, each: smallOnes });
  }

  of([, account]: Parties): ConnectionTurns {
    return this.known.has(account) ? this.ofLarge : this.ofSmall;
  }

  /** Is told how long each page is that was read for somebody, and each answer. */
  wrote(reader: Parties | undefined, bytes: number): void {
    if (reader && bytes > large) this.known.set(reader[1], true);
  }
}
