import { DomainError } from './domain-error.js';

/** Objects and arrays in one another: deeper nesting is nobody's data. */
const usualDepth = 201;
/** Names in one object: `properties` may have some thousands. Objects of very many take longer to make than others. */
export const mostNamesOfObject = 16_384;

const [quote, backslash, colon] = [...'"\\:'].map((sign) => sign.charCodeAt(0));
const [openBrace, closeBrace, openBracket, closeBracket] = [...'{}[]'].map((sign) => sign.charCodeAt(0));

/**
 * Looks at the bytes of a JSON text, before anything is made of them. `mostDepth`: how many objects and arrays may lie
 * in one another.
 * @throws DomainError `malformed` where it is too deep, `too_large` where an object has too many names
 */
export const mustBeModest = (bytes: Buffer, mostDepth = usualDepth): void => {
  const names = new Uint16Array(mostDepth + 1);
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at + 1);
        break;
      case colon:
        names[depth] += 1;
        if (names[depth] > mostNamesOfObject) throw new DomainError('too_large');
        break;
      case openBrace:
      case openBracket:
        if (depth === mostDepth) throw new DomainError('malformed');
        depth += 1;
        names[depth] = 0;
        break;
      case closeBrace:
      case closeBracket:
        if (depth > 0) depth -= 1;
    }
  }
};

/** Where a string ends; `at`: behind its first quotation mark. */
const endOfString = (bytes: Buffer, at: number): number => {
  for (let end = at; end < bytes.length; end += 1) {
    if (bytes[end] === backslash) end += 1;
    else if (bytes[end] === quote) return end;
  }
  return bytes.length;
};
