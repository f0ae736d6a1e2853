import type { AskedObject } from '../lfs/lfs-batch.js';
import type { FoundPointers } from './lfs-pointers.js';

/** Pointers as they are found: some, and then some more. */
export async function* foundPointers(...pieces: AskedObject[][]): AsyncGenerator<FoundPointers> {
  for (const [at, objects] of pieces.entries())
    yield await Promise.resolve({ objects, share: (at + 1) / pieces.length });
}
