import type { TransferGrant } from '@holdfast/vcs-spi';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { LRUCache } from 'lru-cache';

/**
 * Of so many files and directories is known what was said of them; those of which nothing was said for longest are
 * forgotten.
 */
const mostKnown = 10_000;
/** So much may be said of the properties of one file or directory in one commit (bytes). */
const most = 4 << 20;

/**
 * Bounds what is said of properties: the server has all that one file has of them in memory each time that one changes.
 */
export class ToldProperties {
  private readonly known = new LRUCache<string, number>({ max: mostKnown });

  /** Of a revision each says its whole message. @throws BodyFailure `too_large` */
  within({ directory, exchange, service }: TransferGrant, { whole }: { whole: Buffer }): void {
    if (service === 'revise') return;
    const place = `${directory}\n${exchange.path.split('?')[0]}`;
    const sum = (this.known.get(place) ?? 0) + whole.length;
    this.known.set(place, sum);
    if (sum > most) throw new BodyFailure('too_large', 413, 'the properties of one file are too large');
  }
}
