import { Chunks, Length, type Framing } from './framing.js';

/** The head of an answer; names of headers are in lower case. */
export interface AnswerHead {
  status: number;
  reason: string;
  headers: Readonly<Record<string, string | undefined>>;
  framing: Framing;
}

/** What its text says. */
type ReadHead = Omit<AnswerHead, 'framing'>;

interface KnownHead {
  /** With the empty line behind it. */
  readonly bytes: Buffer;
  readonly head: ReadHead;
}

/** Our own services never say more before a body (bytes). */
const largest = 16 * 1024;

/** Many questions of one moment have answers with the same head: so many of the last ones are known by their bytes. */
const mostKnown = 8;
const known: KnownHead[] = [];

/** Collects the head of an answer from pieces as they come. */
export class AnswerHeadReader {
  private text = '';

  /** The head, and what of the piece comes after it; undefined while there is more to come. @throws on nonsense. */
  read(piece: Buffer): { head: AnswerHead; rest: Buffer } | undefined {
    const before = this.text.length;
    const same = before === 0 ? knownIn(piece) : undefined;
    if (same) return { head: framed(same.head), rest: piece.subarray(same.bytes.length) };
    this.text += piece.toString('latin1');
    const end = this.text.indexOf('\r\n\r\n', Math.max(before - 3, 0));
    if (end > largest || (end < 0 && this.text.length > largest))
      throw new Error('an endless head of an answer');
    if (end < 0) return undefined;
    const head = readHead(this.text.slice(0, end));
    const found = { head: framed(head), rest: piece.subarray(end + 4 - before) };
    if (before === 0) remember({ bytes: Buffer.from(piece.subarray(0, end + 4)), head });
    return found;
  }
}

/** The one with which the piece begins: it comes first from now on. */
const knownIn = (piece: Buffer): KnownHead | undefined => {
  const at = known.findIndex(({ bytes }) => beginsWith(piece, bytes));
  if (at > 0) known.unshift(...known.splice(at, 1));
  return at < 0 ? undefined : known[0];
};

const remember = (head: KnownHead): void => {
  known.unshift(head);
  known.length = Math.min(known.length, mostKnown);
};

const beginsWith = (piece: Buffer, bytes: Buffer): boolean =>
  piece.length >= bytes.length && piece.compare(bytes, 0, bytes.length, 0, bytes.length) === 0;

const framed = ({ status, reason, headers }: ReadHead): AnswerHead => ({
  ...{ status, reason, headers },
  framing: framingOf(status, headers),
});

const readHead = (text: string): ReadHead => {
  const [first, ...lines] = text.split('\r\n');
  const [, status, reason] = /^HTTP\/1\.1 ([2-5]\d\d) (.*)$/.exec(first) ?? [];
  if (status === undefined) throw new Error('an answer that is none');
  const headers: Record<string, string | undefined> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) throw new Error('a header that is none');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), reason, headers };
};

const framingOf = (status: number, headers: AnswerHead['headers']): Framing => {
  if (status === 204 || status === 304) return new Length(0);
  const length = headers['content-length'];
  const coding = headers['transfer-encoding'];
  if (coding === 'chunked' && length === undefined) return new Chunks();
  if (coding !== undefined || length === undefined || !/^\d{1,15}$/.test(length))
    throw new Error('an answer without an end');
  return new Length(Number(length));
};
