/** What companies have written, in one line: a terminal would do what control characters of theirs tell it. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Rows under their headings, columns aligned, for people. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [headings, ...rows].map((row) => row.map(plain));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  return all.map((row) => `${line(row)}\n`).join('');
};

/** Names and values, one per line. */
export const fields = (values: object): string => {
  const entries = Object.entries(values as Record<string, unknown>);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value))}\n`).join('');
};
