import type { LeasedStorage, StorageLevel } from '@holdfast/contracts';
import { heldOf, type Wanted } from '@holdfast/platform/leases';

/** A level that bytes count at: its limit (null: none), what is stored there, and what others have leased. */
export interface StorageAccount {
  level: StorageLevel;
  limit: number | null;
  used: number;
  leased: number;
}

type LimitedAccount = StorageAccount & { limit: number };

const roomOf = ({ limit, used, leased }: StorageAccount): number =>
  limit === null ? Infinity : limit - used - leased;

/**
 * What a lease may hold under all the levels over some bytes: every limit holds by itself. Where it does not fit, the
 * level with the least room refuses, the innermost of several.
 */
export const granted = (levels: readonly StorageAccount[], wanted: Wanted): LeasedStorage => {
  const least = Math.min(...levels.map(roomOf));
  const held = heldOf(least, wanted);
  if (held !== undefined) return { held };
  // It has a limit: where there is none there is room for everything.
  const tightest = levels.findLast((account) => roomOf(account) === least) as LimitedAccount;
  return { refused: tightest.level, limit: tightest.limit };
};
