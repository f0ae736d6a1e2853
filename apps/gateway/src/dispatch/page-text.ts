import { envelopedTexts } from '../http/envelope.js';
import { pageLimit } from '../unsent/answer-size.rules.js';

/** A metadata-results object of objects that are JSON text, as JSON text. */
export const pageText = (objects: readonly string[], offset: number, more: boolean): string => {
  const all = envelopedTexts(200, objects);
  const texts = all.slice(0, fitting(all));
  const moreResults = more || texts.length < objects.length;
  const metadata = `{"more_results":${moreResults},"next_offset":${offset + texts.length},"count":${texts.length}}`;
  return `{"metadata":${metadata},"results":[${texts.join(',')}]}`;
};

/** How many of the texts a page holds: one at least. */
const fitting = (texts: readonly string[]): number => {
  const letters = texts.reduce((sum, text) => sum + text.length + 1, 0);
  // A letter (UTF-16) has three bytes at most: only of long pages is it counted how many it has.
  if (letters * 3 <= pageLimit) return texts.length;
  let size = 0;
  const over = texts.findIndex((text) => (size += Buffer.byteLength(text) + 1) > pageLimit);
  return over < 0 ? texts.length : Math.max(over, 1);
};
