import type { LineMessage } from '@holdfast/platform/rpc';
import { envelopeHead } from '../http/envelope.js';
import { pageLimit } from '../unsent/answer-size.rules.js';

const comma = 44;
/** Between the lines of a message. */
export const lineEnd = 10;
const empty = '{}';

/**
 * A metadata-results object of objects that are JSON text, as bytes of JSON. They are written to their place at once:
 * to join texts, count their bytes and send them would make four copies of each.
 */
export const pageText = (
  objects: readonly string[],
  offset: number,
  more: boolean,
  besides: Readonly<Record<string, string | null>> = {},
): Buffer => {
  const head = Buffer.from(`${envelopeHead(200)},`);
  const { count, bytes } = fitting(objects, head.length);
  const begin = pageBegin(count, offset, more || count < objects.length, besides);
  const page = Buffer.allocUnsafe(Buffer.byteLength(begin) + bytes + pageEnd.length);
  let at = page.write(begin);
  for (let index = 0; index < count; index += 1) {
    if (index > 0) page[at++] = comma;
    at = writeObject(page, at, head, objects[index]);
  }
  at += page.write(pageEnd, at);
  return page.subarray(0, at);
};

/**
 * The same of objects that are the `count` lines of a message: they are copied from it, and none is read. Undefined
 * where they may have no room on one page.
 */
export const pageOfLines = (
  { bytes, at }: LineMessage,
  count: number,
  offset: number,
  more: boolean,
  besides: Readonly<Record<string, string | null>> = {},
): Buffer | undefined => {
  const head = Buffer.from(`${envelopeHead(200)},`);
  const size = bytes.length - at + 1 + count * head.length;
  if (size > pageLimit) return undefined;
  const begin = pageBegin(count, offset, more, besides);
  const page = Buffer.allocUnsafe(Buffer.byteLength(begin) + size + pageEnd.length);
  let to = page.write(begin);
  for (let index = 0, from = at; index < count; index += 1) {
    const found = bytes.indexOf(lineEnd, from);
    const line = { from, end: found < 0 ? bytes.length : found };
    if (index > 0) page[to++] = comma;
    to += head.copy(page, to);
    // The comma at the end of the head stands before attributes only.
    if (line.end - line.from === empty.length) to -= 1;
    to += bytes.copy(page, to, line.from + 1, line.end);
    from = line.end + 1;
  }
  to += page.write(pageEnd, to);
  return page.subarray(0, to);
};

/** What stands before the objects of a page. */
export const pageBegin = (
  count: number,
  offset: number,
  more: boolean,
  besides: Readonly<Record<string, string | null>>,
): string => {
  const metadata = { more_results: more, next_offset: offset + count, count, ...besides };
  return `{"metadata":${JSON.stringify(metadata)},"results":[`;
};

/** What stands behind them. */
export const pageEnd = ']}';

/** How many objects have room on a page, the first one in any case, and how many bytes they take with their commas. */
const fitting = (objects: readonly string[], head: number): { count: number; bytes: number } => {
  let bytes = 0;
  for (const [count, object] of objects.entries()) {
    const size = head + Buffer.byteLength(object) + 1;
    if (count > 0 && bytes + size > pageLimit) return { count, bytes };
    bytes += size;
  }
  return { count: objects.length, bytes };
};

/** The comma at the end of the head takes the place of the object's brace. Answers where it ends. */
const writeObject = (page: Buffer, at: number, head: Buffer, object: string): number => {
  const next = at + head.length;
  const written = page.write(object, next - 1);
  head.copy(page, at);
  if (object !== empty) return next - 1 + written;
  return next - 1 + page.write('}', next - 1);
};
