/** The state of a resource as it is now, for conditions and ranges. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  /** When it was changed last; it is compared in whole seconds. Undefined: not known. */
  readonly modified?: Date;
}

/** Conditional headers of a request, as sent. */
export interface Conditions {
  readonly 'if-match'?: string;
  readonly 'if-none-match'?: string;
  readonly 'if-modified-since'?: string;
  readonly 'if-unmodified-since'?: string;
}

const conditional = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const;

/** Whether a request depends on the state of its resource: else that need not be looked at. */
export const hasConditions = (headers: Conditions): boolean =>
  conditional.some((name) => headers[name] !== undefined);

const imf = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc850 = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/;
const asctime = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** An HTTP date in seconds since 1970. Undefined: the text is no date, and the header must be ignored. */
export const parseHttpDate = (text: string): number | undefined => {
  const known = imf.test(text) || rfc850.test(text) ? text : asctime.test(text) ? `${text} GMT` : undefined;
  if (known === undefined) return undefined;
  const milliseconds = Date.parse(known);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Whether the tag is in the list. `weak`: weak tags of the list count as well. */
const names = (list: string, etag: string, weak: boolean): boolean => {
  if (list.trim() === '*') return true;
  for (const [, prefix, tag] of list.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g))
    if (tag === etag && (weak || prefix === undefined)) return true;
  return false;
};

/**
 * Evaluates the preconditions of RFC 9110 section 13.2.2 against the present state (undefined: nothing is there).
 * Answers the status that they demand. Undefined: the request is to be carried out.
 */
export const precondition = (
  method: string,
  conditions: Conditions,
  current: Validators | undefined,
): 304 | 412 | undefined => {
  const reading = method === 'GET' || method === 'HEAD';
  const since = (value: string | undefined): number | undefined =>
    value === undefined || !current?.modified ? undefined : parseHttpDate(value);
  if (conditions['if-match'] !== undefined) {
    if (!current || !names(conditions['if-match'], current.etag, false)) return 412;
  } else {
    const unmodified = since(conditions['if-unmodified-since']);
    if (unmodified !== undefined && current?.modified && secondsOf(current.modified) > unmodified) return 412;
  }
  if (conditions['if-none-match'] !== undefined) {
    if (current && names(conditions['if-none-match'], current.etag, true)) return reading ? 304 : 412;
  } else if (reading) {
    const modified = since(conditions['if-modified-since']);
    if (modified !== undefined && current?.modified && secondsOf(current.modified) <= modified) return 304;
  }
  return undefined;
};

/** A part of a representation. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Whether `If-Range` allows a range: the client has a part of just this state. */
export const rangeHolds = (
  ifRange: string | undefined,
  { etag, modified }: Validators,
  now = Date.now(),
): boolean => {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"')) return value === etag;
  const date = parseHttpDate(value);
  // a date is a strong validator only once the second in which it was given is over
  return (
    date !== undefined && modified !== undefined && date === secondsOf(modified) && now >= date * 1000 + 2000
  );
};

/**
 * Reads a `Range` of bytes. Answers the range; 'unsatisfiable' if it begins beyond the end; undefined if the header is
 * to be ignored: other units, a malformed one, several ranges.
 */
export const parseRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const match = header === undefined ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first, last] = match;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0) return 'unsatisfiable';
    const length = Math.min(suffix, size);
    return length === 0 ? undefined : { offset: size - length, length };
  }
  const offset = Number(first);
  if (last !== '' && Number(last) < offset) return undefined;
  if (offset >= size) return 'unsatisfiable';
  return { offset, length: (last === '' ? size - 1 : Math.min(Number(last), size - 1)) - offset + 1 };
};
