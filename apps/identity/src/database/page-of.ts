import type { Page } from '@holdfast/kernel';

/** Most bytes of a page's objects as JSON: an answer must fit into one message of the broker. */
const mostBytes = 4 * 1024 * 1024;

/** A page of views; it is cut where its JSON would pass 4 MiB, but never before its first object. */
export const pageOf = <R, V extends object>({ results, more }: Page<R>, view: (row: R) => V): Page<V> => {
  const views = results.map(view);
  // Nearly every page is far from the limit, which is seen without writing its JSON.
  let atMost = 0;
  for (const each of views) atMost += bytesAtMost(each);
  if (atMost <= mostBytes) return { results: views, more };
  let bytes = 0;
  const fitting = views.findIndex((each, index) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return bytes > mostBytes && index > 0;
  });
  return fitting < 0 ? { results: views, more } : { results: views.slice(0, fitting), more: true };
};

/** A bound of an object's size as JSON: six bytes for a character cover every escape. */
const bytesAtMost = (object: object): number => {
  let bytes = 2;
  for (const [name, value] of Object.entries(object)) {
    bytes += 6 * name.length + 30;
    if (typeof value === 'string') bytes += 6 * value.length;
    else if (typeof value === 'object' && value !== null) bytes += bytesAtMost(value as object);
  }
  return bytes;
};
