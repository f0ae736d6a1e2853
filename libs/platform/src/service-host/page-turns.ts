import { entriesUpTo, fairPlaces } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import { ConnectionTurns, type Parties } from '../persistence/connection-turns.js';
import { readShares } from './long-reads.js';
import { mostOfPage } from './written-page.js';

/** So many small pages are read in place of one large page. */
const smallOnes = 8;
const large = mostOfPage / smallOnes;
/** Milliseconds that an account is known for its pages. */
const knownFor = 60_000;

/**
 * Turns for the pages that the database finds fast, beside those of `LongReads`. Each may have 4 MiB: whoever asks for
 * many of those would hold all connections of a service, and most of its event loop. How large a page is nobody knows
 * before it is read. So accounts have the shares of long reads, until a page of theirs was small. Then they have eight
 * times as many, which the service reads and answers together, but for a minute after a large answer.
 */
export class PageTurns {
  private readonly ofLarge: ConnectionTurns;
  private readonly ofSmall: ConnectionTurns;
  /** What the pages of an account were like. */
  private readonly known = new LRUCache<string, 'small' | 'large'>({ ...entriesUpTo(10_000), ttl: knownFor });

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

  /**
   * As of `CallerTurns`. Who has waited among the small ones waits among the large ones, where one of his was large
   * meanwhile.
   */
  async run(reader: Parties, deadline: number | undefined, work: () => Promise<void>): Promise<void> {
    let done = false;
    const ifSmall = async (): Promise<void> => {
      if (!this.isSmall(reader)) return;
      done = true;
      await work();
    };
    if (this.isSmall(reader)) await this.ofSmall.run(reader, deadline, ifSmall);
    if (!done) await this.ofLarge.run(reader, deadline, work);
  }

  private isSmall([, account]: Parties): boolean {
    return this.known.get(account) === 'small';
  }

  /** Is told how long each page is that was read for somebody. */
  wrote(reader: Parties, bytes: number): void {
    this.answered(reader, bytes);
    const [, account] = reader;
    if (!this.known.has(account)) this.known.set(account, 'small');
  }

  /** Is told how long each answer is. */
  answered([, account]: Parties, bytes: number): void {
    if (bytes > large) this.known.set(account, 'large');
  }
}
