import { basename } from 'node:path';

/**
 * Specs of what is very large, or as many as is allowed: a minute or two of processor each on a slow machine, and
 * gigabytes for some seconds. `tools/test large` runs them, and whoever names them.
 */
const later = [
  ...['alike-lines', 'carried-tags', 'crowded-commits', 'far-matches', 'heavy-reads', 'large-versions'],
  ...['many-directories', 'many-names', 'told-sizes', 'unfolding-push'],
  ...['crowded-revisions', 'crowded-transaction', 'large-diffs', 'large-trees'],
].map((name) => `${name}-regression.int.spec.ts`);

/** @param {string} path */
export const isLater = (path) => later.includes(basename(path));

/** What names all of them (a regular expression). */
export const laterPattern = `/(${later.map((name) => name.replaceAll('.', '\\.')).join('|')})$`;
