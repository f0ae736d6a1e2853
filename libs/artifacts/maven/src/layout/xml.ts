import { IndexRefused, mostIndexBytes } from '@holdfast/artifact-spi';

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

const saidForm = /^(?! )[\u0020-\uFFFD\u{10000}-\u{10FFFF}]*(?<! )$/u;

/** Whether readers find just this in an element: XML has all its characters, and no blanks are at its ends to trim. */
export const canBeSaid = (text: string): boolean => plainText.test(text) || saidForm.test(text);

const indents = Array.from({ length: 6 }, (_, depth) => '  '.repeat(depth));

/** One element with text, indented; nothing for an absent text. */
export const element = (indent: number, name: string, text: string | undefined): string =>
  text === undefined ? '' : `${indents[indent]}<${name}>${escapeXml(text)}</${name}>\n`;

/** So many letters are written in one step. */
const stepLetters = 256 * 1024;

/**
 * The elements of very many, in steps of at most `atATime`, in pieces.
 * @throws IndexRefused where they have more bytes than an index may
 */
export function* elementsOf<T>(
  all: readonly T[],
  write: (each: T) => string,
  atATime: number,
): Generator<void, Buffer[]> {
  const pieces: Buffer[] = [];
  let [step, count, bytes] = ['', 0, 0];
  const end = (): void => {
    const piece = Buffer.from(step);
    pieces.push(piece);
    bytes += piece.length;
    [step, count] = ['', 0];
    if (bytes > mostIndexBytes)
      throw new IndexRefused(`no index is made of more than ${mostIndexBytes / 1024 / 1024} MiB`);
  };
  for (const each of all) {
    step += write(each);
    if (++count < atATime && step.length < stepLetters) continue;
    end();
    yield;
  }
  end();
  return pieces;
}
