import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../refs/absence.js';

/**
 * The packs in a directory of objects, without the end of their names, that are whole: a kill may leave one without its
 * index, which git does not see.
 */
export const packsIn = async (objects: string): Promise<string[]> => {
  const names = new Set((await readdir(join(objects, 'pack')).catch(unlessAbsent)) ?? []);
  return [...names]
    .filter((name) => name.endsWith('.pack'))
    .map((name) => name.slice(0, -'.pack'.length))
    .filter((name) => names.has(`${name}.idx`));
};

/** How many objects lie in packs there. */
export const packedObjects = async (objects: string): Promise<number> => {
  let sum = 0;
  for (const name of await packsIn(objects)) sum += await objectsOf(join(objects, 'pack', `${name}.pack`));
  return sum;
};

/** How many objects a pack has: it says it in its head. */
export const objectsOf = async (path: string): Promise<number> => {
  const head = Buffer.alloc(12);
  const file = await open(path);
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  return head.readUInt32BE(8);
};
