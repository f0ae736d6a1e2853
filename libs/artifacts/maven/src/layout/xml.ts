const plainText = /^[\w.+-]*$/;

/**
 * Text as the content of an element. What XML cannot hold (C0 but tab and ends of line, U+FFFE and U+FFFF) is left
 * out.
 */
export const escapeXml = (text: string): string =>
  plainText.test(text)
    ? text
    : text
        .replace(/[^\t\n\r\u0020-\uFFFD]/gu, (character) => (character.length > 1 ? character : ''))
        .replace(/[&<>]/g, (character) =>
          character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;',
        );

const indents = Array.from({ length: 6 }, (_, depth) => '  '.repeat(depth));

/** One element with text, indented; nothing for an absent text. */
export const element = (indent: number, name: string, text: string | undefined): string =>
  text === undefined ? '' : `${indents[indent]}<${name}>${escapeXml(text)}</${name}>\n`;

/** The elements of very many, `atATime` in a step. */
export function* elementsOf<T>(
  all: readonly T[],
  write: (each: T) => string,
  atATime: number,
): Generator<void, Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < all.length; at += atATime) {
    if (at > 0) yield;
    const some = all.slice(at, at + atATime);
    pieces.push(Buffer.from(some.map(write).join('')));
  }
  return Buffer.concat(pieces);
}
