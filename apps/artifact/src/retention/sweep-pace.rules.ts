/** So often it is looked whether a pass is due (ms). */
const looks = 90_000;
/** A pass is made so often anyway (ms). */
export const laterPasses = 60 * 60 * 1000;
/** Of ten parts of the time passes take one: whoever replaces much may cause them, in a store however large. */
const share = 10;
/** Bytes that came free, for which no hour is waited. */
const muchFreed = 2 ** 30;

/** Milliseconds to the next look, after one that took so long. */
export const nextLook = (lasted: number): number => Math.min(laterPasses, Math.max(looks, share * lasted));

/** Whether so much came free that it must not stay for an hour; `left`: bytes that can still be stored. */
export const isMuch = (freed: number, left: number): boolean =>
  freed > 0 && freed >= Math.min(muchFreed, left / 2);
