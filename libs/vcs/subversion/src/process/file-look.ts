import { statSync, type BigIntStats } from 'node:fs';

/**
 * A file that is looked at again and again, at once: what it asks the system has in memory, and another thread would
 * take ten times as long. Undefined: nobody can see one.
 */
export const seenAt = (file: string): BigIntStats | undefined => {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/**
 * What tells a file from the one that replaces it; undefined: it is so young that another may look the same. `settled`:
 * from that age on (ms) it does not.
 */
export const lookOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats, settled: number): string | undefined => {
  const age = Date.now() - Number(ctimeNs / 1_000_000n);
  return age > settled ? `${ino} ${size} ${mtimeNs} ${ctimeNs}` : undefined;
};
