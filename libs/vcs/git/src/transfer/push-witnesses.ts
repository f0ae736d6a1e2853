import type { RefUpdate } from '@holdfast/vcs-spi';

/** What became of a push is seen by its first updates: so many at most, and by so many characters of names. */
const most = 16;
const mostLength = 16 << 10;

/** The updates of a push that are kept until it has ended. */
export const witnessesOf = (updates: Iterable<RefUpdate>): RefUpdate[] => {
  const found: RefUpdate[] = [];
  let length = 0;
  for (const update of updates) {
    length += update.ref.length;
    if (found.length === most || length > mostLength) break;
    found.push(update);
  }
  return found;
};
