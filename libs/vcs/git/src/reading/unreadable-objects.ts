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

/** Two readers ended over it. */
export class UnreadableObject extends VcsRefusal {
  constructor() {
    super('unavailable', 'an object is too large to be read');
  }
}

/** What has been found out about objects that are hard to read. */
export class UnreadableObjects {
  private readonly known = new LRUCache<string, 'long' | 'suspect' | 'unreadable'>({ max: most });

  /** A reader ended over it that others used as well. */
  addSuspect(directory: string, expression: string): void {
    this.known.set(placeOf(directory, expression), 'suspect', { ttl: suspectFor });
  }

  /** A reader ended over it that nobody else used. */
  addUnreadable(directory: string, expression: string): void {
    this.known.set(placeOf(directory, expression), 'unreadable', { ttl: unreadableFor });
  }

  /** For a reader that all share who read in the repository. */
  forShared(directory: string): KnownObjects {
    return {
      refusal: (expression) => {
        const known = this.known.get(placeOf(directory, expression));
        if (known === undefined) return undefined;
        return known === 'unreadable' ? new UnreadableObject() : new UnsharedObject();
      },
      isLong: (id) => {
        const place = placeOf(directory, id);
        if (!this.known.has(place)) this.known.set(place, 'long');
      },
    };
  }

  /** For a reader that only one account has. */
  forOne(directory: string): KnownObjects {
    const isUnreadable = (expression: string): boolean =>
      this.known.get(placeOf(directory, expression)) === 'unreadable';
    return {
      refusal: (expression) => (isUnreadable(expression) ? new UnreadableObject() : undefined),
      isLong: () => undefined,
    };
  }
}

/** Undefined where what is asked for is known to be unreadable: a list goes on without it. */
export const unlessUnreadable = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  });

const placeOf = (directory: string, expression: string): string => `${expression} ${directory}`;
