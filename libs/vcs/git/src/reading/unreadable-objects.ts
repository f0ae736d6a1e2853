import { VcsRefusal } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { KnownObjects } from '../process/object-reader.js';

/** So many are known. */
const most = 20_000;
/** A reader may have ended for another reason than the object: so long that is not tried again (ms). */
const suspectFor = 60_000;
const unreadableFor = 600_000;

/** It is nothing for a reader that others use as well: it is long, or such a reader ended over it. */
export class UnsharedObject extends VcsRefusal {
  constructor() {
    super('unavailable', 'an object is too large for a shared reader');
  }
}

/** It is nothing for a usual reader: one that nobody else used ended over it. */
export class HungryObject extends VcsRefusal {
  constructor() {
    super('unavailable', 'an object is too large for a usual reader');
  }
}

/** All readers ended over it: where that was for want of memory it is too large for ever. */
export class UnreadableObject extends VcsRefusal {
  constructor(code: 'too_large' | 'unavailable') {
    super(code, 'an object is too large to be read');
  }
}

type Known = 'long' | 'suspect' | 'hungry' | 'unavailable' | 'too_large';

/** What has been found out about objects that are hard to read. */
export class UnreadableObjects {
  private readonly known = new LRUCache<string, Known>({ max: most });

  /** A reader ended over it that others used as well. */
  addSuspect(directory: string, expression: string): void {
    this.known.set(placeOf(directory, expression), 'suspect', { ttl: suspectFor });
  }

  /** A usual reader ended over it that nobody else used; `hungry`: for want of memory. */
  addHungry(directory: string, expression: string, hungry: boolean): void {
    const options = hungry ? {} : { ttl: unreadableFor };
    this.known.set(placeOf(directory, expression), 'hungry', options);
  }

  /** A reader with much memory ended over it; `hungry`: for want of more. */
  addUnreadable(directory: string, expression: string, hungry: boolean): void {
    const why = hungry ? 'too_large' : 'unavailable';
    this.known.set(placeOf(directory, expression), why, { ttl: unreadableFor });
  }

  /** For a reader that all share who read in the repository. */
  forShared(directory: string): KnownObjects {
    return {
      refusal: (expression) => {
        const known = this.known.get(placeOf(directory, expression));
        return known && (unreadable(known) ?? new UnsharedObject());
      },
      isLong: (id) => {
        const place = placeOf(directory, id);
        if (!this.known.has(place)) this.known.set(place, 'long');
      },
    };
  }

  /** For a reader that only one account has. */
  forOne(directory: string): KnownObjects {
    return {
      refusal: (expression) => {
        const known = this.known.get(placeOf(directory, expression));
        return known && (unreadable(known) ?? (known === 'hungry' ? new HungryObject() : undefined));
      },
      isLong: () => undefined,
    };
  }

  /** For a reader with much memory. */
  forLarge(directory: string): KnownObjects {
    return {
      refusal: (expression) => {
        const known = this.known.get(placeOf(directory, expression));
        return known && unreadable(known);
      },
      isLong: () => undefined,
    };
  }
}

const unreadable = (known: Known): UnreadableObject | undefined =>
  known === 'too_large' || known === 'unavailable' ? new UnreadableObject(known) : undefined;

/** Undefined where what is asked for is known to be unreadable: a list goes on without it. */
export const unlessUnreadable = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  });

const placeOf = (directory: string, expression: string): string => `${expression} ${directory}`;
