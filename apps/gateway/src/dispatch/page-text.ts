import { envelopedText } from '../http/envelope.js';
import { pageLimit } from '../unsent/answer-size.rules.js';

/** A metadata-results object of objects that are JSON text, as JSON text. */
export const pageText = (
  objects: readonly string[],
  offset: number,
  more: boolean,
  besides: Readonly<Record<string, string | null>> = {},
): string => {
  const texts: string[] = [];
  let size = 0;
  for (const object of objects) {
    const text = envelopedText(200, object);
    size += Buffer.byteLength(text) + 1;
    if (size > pageLimit && texts.length > 0) break;
    texts.push(text);
  }
  const moreResults = more || texts.length < objects.length;
  const metadata = JSON.stringify({
    more_results: moreResults,
    next_offset: offset + texts.length,
    count: texts.length,
    ...besides,
  });
  return `{"metadata":${metadata},"results":[${texts.join(',')}]}`;
};
