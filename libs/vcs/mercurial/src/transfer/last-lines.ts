/** So much is told, encoded: trailers have little room, and each refused name is a line (characters). */
const mostTold = 6 << 10;
/** Of one line (characters): each may take nine when it is encoded. */
const longestLine = 500;
const lineEnd = encodeURIComponent('\n');

/** The last lines of a text, as many as there is room for in a trailer, encoded; one at least. */
export const lastLines = (text: string): string => {
  const lines: string[] = [];
  let left = mostTold;
  for (const line of text.split('\n').reverse()) {
    // Half a character is none.
    const encoded = encodeURIComponent(Buffer.from(line.slice(0, longestLine)).toString());
    left -= encoded.length + lineEnd.length;
    if (left < 0) break;
    lines.unshift(encoded);
  }
  return lines.join(lineEnd);
};
