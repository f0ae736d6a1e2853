/**
 * Compares two strings by the order of their UTF-8 bytes, which is the order of their code points
 * (JavaScript compares UTF-16 units, where surrogates sort before U+E000..U+FFFF).
 * It equals `COLLATE "C"` of a UTF-8 database and git's own order of refs.
 */
export const compareBytes = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
};

/** Puts surrogates after all other units: the code points that they stand for are the greatest. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
};
