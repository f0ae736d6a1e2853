import { loopShare, sortedInTurns } from '@holdfast/kernel';
import { compareKeys, keyOf } from '@holdfast/vcs-spi';
import type { ListedNode } from './listing.js';

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

/**
 * By what those of one directory are in the order of git: the last part of a path. What is in a directory comes behind
 * its slash: `a-b` is before `a/c`.
 */
export const nameInOrder = ({ path, isDirectory }: ListedNode): string =>
  path.slice(path.lastIndexOf('/') + 1) + (isDirectory ? '/' : '');
