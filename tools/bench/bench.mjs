/** @import { Baseline } from './baseline.mjs' */
/** @import { Installation } from './installation.mjs' */

/** @typedef {<T>(key: string, make: () => T) => T} Once what was made for a key is answered again */

/**
 * What scenarios share: both sides, and fixtures that are made once, when the first scenario needs them.
 * @typedef {object} Bench
 * @property {string} directory
 * @property {number} rounds
 * @property {number} seconds
 * @property {Once} once
 * @property {Installation} installation
 * @property {Baseline} baseline
 * @property {() => Record<string, number>} sampleCpu
 * @property {(() => Promise<void>)[]} endings what ends what scenarios have started here
 */

/** @returns {Once} */
export const madeOnce = () => {
  const made = /** @type {Map<string, unknown>} */ (new Map());
  /**
   * @template T
   * @param {string} key
   * @param {() => T} make
   */
  return (key, make) => {
    if (!made.has(key)) made.set(key, make());
    return /** @type {T} */ (made.get(key));
  };
};
