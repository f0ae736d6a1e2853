/** What a range `base...head` is between; undefined where it is none. No name holds two dots in a row. */
export const endsOf = (range: string): [base: string, head: string] | undefined => {
  const [base, head, ...more] = range.split('...');
  return base !== '' && head && more.length === 0 ? [base, head] : undefined;
};
