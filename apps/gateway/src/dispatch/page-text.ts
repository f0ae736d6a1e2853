import { enveloped } from '../http/envelope.js';

/** Most characters of a page; what passes it goes to the next page. */
const pageLimit = 4 * 1024 * 1024;

/** A metadata-results object as JSON text. */
export const pageText = (views: object[], offset: number, more: boolean): string => {
  const texts: string[] = [];
  let size = 0;
  for (const view of views) {
    const text = enveloped(200, view);
    size += Buffer.byteLength(text) + 1;
    if (size > pageLimit && texts.length > 0) break;
    texts.push(text);
  }
  const moreResults = more || texts.length < views.length;
  const metadata = `{"more_results":${moreResults},"next_offset":${offset + texts.length},"count":${texts.length}}`;
  return `{"metadata":${metadata},"results":[${texts.join(',')}]}`;
};
