import { statSync, type BigIntStats } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { transactionWords, wordsFile, type TransactionWords } from './transaction-props.js';

/** More open transactions are not kept in mind. */
const mostKnown = 2_000;
/** A file that has just been written (ms) may be written again, and look the same to its times. */
const settled = 100;

interface Known {
  mark: string;
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
    if (file === undefined) return undefined;
    const seen = seenAt(file);
    if (!seen) return undefined;
    const mark = [seen.ino, seen.size, seen.mtimeNs, seen.ctimeNs].join(' ');
    const known = this.known.get(file);
    if (known?.mark === mark) return known.words;
    const from = Date.now();
    const words = await transactionWords(directory, name);
    // What is read is as new as it was looked at, or newer: then the next look finds another mark.
    if (words && from - Number(seen.ctimeMs) > settled) this.known.set(file, { mark, words });
    return words;
  }
}

/** At once: of what is worked on the system knows it, and to hand it to another thread takes ten times as long. */
const seenAt = (file: string): BigIntStats | undefined => {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
