import { parseRange, precondition, rangeHolds, type ByteRange, type Validators } from '@holdfast/kernel';
import type { FileAnswer, FileRequest } from '@holdfast/contracts';
import type { Checksums } from '@holdfast/artifact-spi';
import { refuse, safetyHeaders } from './answer.js';

/** What a path stands for at this moment, without its bytes. */
export interface Representation {
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
  readonly modified?: Date;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly checksums?: Checksums;
  /** Several states may have one date, so that only the ETag says whether what a client has is the same. */
  readonly sharesDates?: boolean;
}

/** Which bytes are to be sent, with the head that goes before them. */
export interface Sending {
  readonly status: 200 | 206;
  readonly headers: Record<string, string>;
  readonly range: ByteRange;
}

/**
 * What is dated ahead, since it changes often, is told to be of now, as a `Last-Modified` must be: no date that a
 * client has is later than that of what it has.
 */
const told = (modified: Date): Date => new Date(Math.min(modified.getTime(), Date.now()));

const validatorHeaders = ({ etag, modified, cacheControl }: Representation): Record<string, string> => ({
  ETag: etag,
  ...(modified ? { 'Last-Modified': told(modified).toUTCString() } : {}),
  'Cache-Control': cacheControl,
});

const checksumHeaders = (checksums: Checksums | undefined): Record<string, string> =>
  checksums
    ? {
        'X-Checksum-Md5': checksums.md5,
        'X-Checksum-Sha1': checksums.sha1,
        'X-Checksum-Sha256': checksums.sha256,
        'X-Checksum-Sha512': checksums.sha512,
      }
    : {};

/** What tells whether a client has the same. */
const validatorsOf = ({ etag, modified, sharesDates }: Representation): Validators =>
  modified && !sharesDates ? { etag, modified } : { etag };

/** `If-Unmodified-Since`, where that date alone says what a client has a part of, and several states may have it. */
const dateAlone = (
  headers: FileRequest['headers'],
  { sharesDates }: Representation,
): { 'if-unmodified-since': string } | undefined => {
  const date = headers['if-unmodified-since'];
  const isAlone = sharesDates && headers['if-match'] === undefined;
  return isAlone && date !== undefined ? { 'if-unmodified-since': date } : undefined;
};

/** Decides what a GET or HEAD of the representation is answered: an answer without bytes, or which bytes to send. */
export const select = (
  { method, headers }: Pick<FileRequest, 'method' | 'headers'>,
  representation: Representation,
): FileAnswer | Sending => {
  const { size, contentType, checksums } = representation;
  const validators = validatorsOf(representation);
  const since = dateAlone(headers, representation);
  // What is dated later is another state; what is not may be one as well.
  const { modified } = representation;
  const later = since && modified && precondition(method, since, { ...validators, modified: told(modified) });
  const demanded = later ?? precondition(method, headers, validators);
  if (demanded === 304)
    return { is: 'answer', status: 304, headers: { ...safetyHeaders, ...validatorHeaders(representation) } };
  if (demanded === 412) return refuse(412, 'the file is not the one that the request is about');
  const wanted =
    method === 'GET' && !since && rangeHolds(headers['if-range'], validators)
      ? parseRange(headers.range, size)
      : undefined;
  if (wanted === 'unsatisfiable')
    return refuse(416, `the file has ${size} bytes`, {
      'Content-Range': `bytes */${size}`,
      'Accept-Ranges': 'bytes',
    });
  const range = wanted ?? { offset: 0, length: size };
  return {
    status: wanted ? 206 : 200,
    range,
    headers: {
      ...safetyHeaders,
      'Content-Type': contentType,
      'Content-Length': String(range.length),
      ...(wanted
        ? { 'Content-Range': `bytes ${range.offset}-${range.offset + range.length - 1}/${size}` }
        : {}),
      'Accept-Ranges': 'bytes',
      ...validatorHeaders(representation),
      ...checksumHeaders(checksums),
    },
  };
};
