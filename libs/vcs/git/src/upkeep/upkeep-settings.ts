import type { Disorder } from './disorder.js';

export interface UpkeepSettings extends Disorder {
  /** After this many ms without a write, refs are packed. */
  delay: number;
  /** A busy repository is kept waiting at most this many ms. */
  longestDelay: number;
  /** After so many bytes of commits and tags the commit-graph is written. */
  texts: number;
  /** So long a push waits for joining that its like have interrupted twice (ms). Then it goes on beside it. */
  wait: number;
  /**
   * So long refs are packed, but where somebody has asked for it (ms): all others wait. A million takes some seconds.
   * But git reads each tag, and a client may have stored it so that this takes long.
   */
  packing: number;
}

export const usualUpkeep: UpkeepSettings = {
  delay: 2000,
  longestDelay: 30_000,
  packs: 8,
  looseObjects: 1000,
  unindexed: 1 << 20,
  texts: 32 << 20,
  wait: 20_000,
  packing: 60_000,
};
