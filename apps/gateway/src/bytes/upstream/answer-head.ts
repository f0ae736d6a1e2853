import { Chunks, Length, type Framing } from './framing.js';

/** The head of an answer; names of headers are in lower case. */
export interface AnswerHead {
  status: number;
  reason: string;
  headers: Record<string, string | undefined>;
  framing: Framing;
}

/** Our own services never say more before a body (bytes). */
const largest = 16 * 1024;

/** Collects the head of an answer from pieces as they come. */
export class AnswerHeadReader {
  private text = '';

  /** The head, and what of the piece comes after it; undefined while there is more to come. @throws on nonsense. */
  read(piece: Buffer): { head: AnswerHead; rest: Buffer } | undefined {
    const before = this.text.length;
    this.text += piece.toString('latin1');
    const end = this.text.indexOf('\r\n\r\n', Math.max(before - 3, 0));
    if (end > largest || (end < 0 && this.text.length > largest))
      throw new Error('an endless head of an answer');
    if (end < 0) return undefined;
    return { head: headOf(this.text.slice(0, end)), rest: piece.subarray(end + 4 - before) };
  }
}

const headOf = (text: string): AnswerHead => {
  const [first, ...lines] = text.split('\r\n');
  const [, status, reason] = /^HTTP\/1\.1 ([2-5]\d\d) (.*)$/.exec(first) ?? [];
  if (status === undefined) throw new Error('an answer that is none');
  const headers: AnswerHead['headers'] = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) throw new Error('a header that is none');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), reason, headers, framing: framingOf(Number(status), headers) };
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
