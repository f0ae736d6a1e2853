import type { RefUpdate } from '@holdfast/vcs-spi';

const slash = 0x2f;

/**
 * How many files and directories git makes for the names of the updates, at most: each has a file of its own until they
 * are packed. Names that follow each other share directories; lists come in order.
 */
export const writtenFiles = (updates: Iterable<RefUpdate>): number => {
  let files = 0;
  let before = '';
  for (const { ref, new: next } of updates) {
    if (next === undefined) continue;
    let at = 0;
    while (at < before.length && before.charCodeAt(at) === ref.charCodeAt(at)) at += 1;
    files += 1;
    for (; at < ref.length; at += 1) if (ref.charCodeAt(at) === slash) files += 1;
    before = ref;
  }
  return files;
};
