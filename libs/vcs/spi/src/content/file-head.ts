import { parseRange, precondition, rangeHolds, type ByteRange } from '@holdfast/kernel';
import { contentTypeOf } from '../content-type.js';
import type { ContentGrant } from '../vcs-engine.js';

/** What a request for a file is answered, but for what its bytes tell. */
export interface FileHead {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string>;
  /** Which bytes are sent; absent: none. */
  range?: ByteRange;
}

/** A file never runs in a browser of somebody else. */
const safety = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' };

/** `asked`: the headers of the request, by their lower-case names. */
export const fileHead = (
  asked: Readonly<Record<string, string>>,
  { id, lasting }: Pick<ContentGrant, 'id' | 'lasting'>,
  size: number,
): FileHead => {
  const etag = `"${id}"`;
  const kept = keptHeaders(etag, lasting);
  const unsent = conditionHead(asked, etag, kept);
  if (unsent) return unsent;
  const range = rangeHolds(asked['if-range'], { etag }) ? parseRange(asked.range, size) : undefined;
  const ranges = { 'Accept-Ranges': 'bytes' };
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...safety, ...ranges, ...nothing, 'Content-Range': `bytes */${size}` } };
  const sent = range ?? { offset: 0, length: size };
  const part = range && { 'Content-Range': `bytes ${sent.offset}-${sent.offset + sent.length - 1}/${size}` };
  return {
    status: range ? 206 : 200,
    headers: { ...kept, ...ranges, ...part, 'Content-Length': String(sent.length) },
    range: sent,
  };
};

/** How long an answer may be kept. `lasting`: what was asked for is the same for ever. */
export const keptHeaders = (etag: string, lasting: boolean): Record<string, string> => ({
  ...safety,
  ETag: etag,
  'Cache-Control': lasting ? 'private, max-age=31536000, immutable' : 'private, no-cache',
});

/** The head that ends the answer already, by what the client asked it to depend on. */
export const conditionHead = (
  asked: Readonly<Record<string, string>>,
  etag: string,
  kept: Record<string, string>,
): (Pick<FileHead, 'headers'> & { status: 304 | 412 }) | undefined => {
  const status = precondition('GET', asked, { etag });
  return status && { status, headers: status === 304 ? kept : { ...safety, ...nothing } };
};

const nothing = { 'Content-Length': '0' };

/** What the beginning of the file tells of it. */
export const typeHeader = (beginning: Buffer): Record<string, string> => ({
  'Content-Type': contentTypeOf(beginning),
});
