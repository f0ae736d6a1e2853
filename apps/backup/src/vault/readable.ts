import { Unreadable } from './vault-key.js';

/** What comes before the first that cannot be read, which ends it. `told` hears why. */
export async function* untilUnreadable<T>(
  all: AsyncIterable<T>,
  told: (why: string) => void,
): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    told(whyUnreadable(error));
  }
}

/** Why something cannot be read. @throws the error where it is about something else */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof Unreadable) return error.message;
  throw error;
};

/** What systems say of a bad place: the disk itself, and file systems whose own sums do not match. */
const badPlaces: readonly unknown[] = ['EIO', 'EUCLEAN', 'EBADMSG'];

/** A disk has a bad place: what lies there cannot be read, and all else can. */
export const isBadPlace = (error: unknown): boolean =>
  badPlaces.includes((error as NodeJS.ErrnoException).code);
