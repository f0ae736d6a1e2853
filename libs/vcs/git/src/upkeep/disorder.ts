import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { indexedPacks } from './indexed-packs.js';

/** From when on the objects of a repository are put in order. */
export interface Disorder {
  /** More packs than this are joined. */
  packs: number;
  /** More loose objects than this (estimated) are packed. */
  looseObjects: number;
  /** So many bytes of packs that the index over all packs does not know, and as many as it knows, are indexed. */
  unindexed: number;
}

/** Whether joining the packs of a repository and indexing them anew is worth the work. */
export const isInDisorder = async (directory: string, most: Disorder): Promise<boolean> => {
  const at = join(directory, 'objects/pack');
  const names = (await readdir(at).catch(() => [])).filter((name) => name.endsWith('.pack'));
  if (names.length > most.packs) return true;
  // Objects are spread evenly over 256 directories by their hash: one tells of all.
  const sample = await readdir(join(directory, 'objects/17')).catch(() => []);
  if (sample.length * 256 > most.looseObjects) return true;
  const indexed = await indexedPacks(at);
  let known = 0;
  let unknown = 0;
  for (const name of names) {
    const { size } = await stat(join(at, name)).catch(() => ({ size: 0 }));
    if (indexed.has(name)) known += size;
    else unknown += size;
  }
  return unknown >= most.unindexed && unknown >= known;
};
