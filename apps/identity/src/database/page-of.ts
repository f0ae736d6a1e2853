import type { Page } from '@holdfast/kernel';

/** Most bytes of a page's objects as JSON: an answer must fit into one message of the broker. */
const mostBytes = 4 * 1024 * 1024;

/** A page of views; it is cut where its JSON would pass 4 MiB, but never before its first object. */
export const pageOf = <R, V extends object>({ results, more }: Page<R>, view: (row: R) => V): Page<V> => {
  const views: V[] = [];
  let bytes = 0;
  for (const row of results) {
    const each = view(row);
    bytes += Buffer.byteLength(JSON.stringify(each));
    if (bytes > mostBytes && views.length > 0) return { results: views, more: true };
    views.push(each);
  }
  return { results: views, more };
};
