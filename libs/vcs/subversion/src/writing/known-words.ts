import { LRUCache } from 'lru-cache';
import { lookOf, seenAt } from '../process/file-look.js';
import { wordsFile, wordsIn, type TransactionWords } from './transaction-props.js';

/** More open transactions are not kept in mind. */
const mostKnown = 2_000;
/** Files of a commit come right behind its transaction: soon its file is old enough (ms). */
const settled = 100;

interface Known {
  look: string;
  words: TransactionWords;
}

/**
 * What open transactions say of themselves. Each file of a commit asks for it, and the answer hardly ever changes: it
 * is read again only where the file looks otherwise than it did.
 */
export class KnownWords {
  private readonly known = new LRUCache<string, Known>({ max: mostKnown });

  /** As `transactionWords`. */
  async of(directory: string, name: string): Promise<TransactionWords | undefined> {
    const file = wordsFile(directory, name);
    const seen = file === undefined ? undefined : seenAt(file);
    if (file === undefined || !seen) return undefined;
    const look = lookOf(seen, settled);
    const known = this.known.get(file);
    if (known && known.look === look) return known.words;
    const words = await wordsIn(file, Number(seen.size));
    // What is read is as new as it was looked at, or newer: then the next look is another one.
    if (words && look !== undefined) this.known.set(file, { look, words });
    return words;
  }
}
