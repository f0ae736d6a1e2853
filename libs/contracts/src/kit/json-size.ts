/** A number that JavaScript writes with an exponent. */
const short = /\d(?:\.(\d+))?e([+-])(\d+)$/;

/**
 * Whether a value takes at most so many bytes as JSON in which each number is written out. The database keeps and
 * writes them so: `1e308` becomes a text of 309 digits there, however short it was sent.
 */
export const fitsAsJson = (value: unknown, limit: number): boolean => {
  let bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > limit) return false;
  JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each === 'number') bytes += lengthOf(each) - String(each).length;
    return each;
  });
  return bytes <= limit;
};

/** How many characters a number has when it is written out. */
const lengthOf = (number: number): number => {
  const text = String(Math.abs(number));
  const sign = number < 0 ? 1 : 0;
  const [, fraction = '', direction, exponent] = short.exec(text) ?? [];
  if (exponent === undefined) return sign + text.length;
  // The fraction of a large one ends before its point; a small one begins with `0.`.
  return sign + Number(exponent) + (direction === '+' ? 1 : 2 + fraction.length);
};
