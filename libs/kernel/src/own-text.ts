const beyondOneByte = /[^\0-\xff]/;

/**
 * The same text in memory of its own. A part that was cut out of a long text (by `slice`, `split` or an expression)
 * keeps all of that in memory for as long as somebody has the part. Half of a character becomes U+FFFD.
 */
export const ownText = (text: string): string => {
  const encoding = beyondOneByte.test(text) ? 'utf8' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
};
