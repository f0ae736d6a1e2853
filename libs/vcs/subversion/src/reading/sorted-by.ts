import { loopShare, sortedInTurns } from '@holdfast/kernel';
import { compareKeys, keyOf } from '@holdfast/vcs-spi';

/**
 * In the order of the bytes that a text of each has. There may be many, and long ones: each text is made once, and
 * others have the event loop meanwhile.
 */
export const sortedBy = async <T>(elements: readonly T[], textOf: (one: T) => string): Promise<T[]> => {
  const keyed: { one: T; key: string }[] = [];
  for (const one of elements) {
    keyed.push({ one, key: keyOf(textOf(one)) });
    if (loopShare.isOver) await loopShare.pass();
  }
  const sorted = await sortedInTurns(keyed, (left, right) => compareKeys(left.key, right.key));
  return sorted.map(({ one }) => one);
};

/** The last part of a path: those of one directory are in the order of their paths by it alone. */
export const nameOf = ({ path }: { path: string }): string => path.slice(path.lastIndexOf('/') + 1);
