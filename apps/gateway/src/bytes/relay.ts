import { hasBody } from '../http/request-body.js';
import { settle } from './small-answer.js';
import { ended, type Exchange } from './exchange.js';
import { isBare } from './framed-headers.js';
import { sendAnswer, transferring, type TransferAnswer } from './transfer.js';
import type { AnswerHead } from './upstream/answer-head.js';
import type { Transfer } from './upstream/transfer-request.js';

/** What of a byte process's answer a client gets to see, whatever the kind. */
export const usualHeaders: readonly string[] = [
  'content-type',
  'content-length',
  'content-encoding',
  'cache-control',
  'expires',
  'pragma',
  'retry-after',
];

/**
 * Streams a request to a byte process and its answer back as it is, both with back pressure. An answer that breaks
 * off breaks the client's connection, so that nobody takes half of it for the whole. `passed`: headers of the answer
 * that the client sees, in lower case. `expected`: all else that is answered is a failure of the byte process.
 * `instead`: answers in its place, or undefined.
 */
export const relay = (
  exchange: Exchange,
  transfer: Transfer,
  passed: readonly string[],
  expected: (status: number) => boolean = () => true,
  instead?: (answered: TransferAnswer) => Promise<void> | undefined,
): Promise<void> =>
  transferring(exchange, transfer, async (got) => {
    const { req, res } = exchange;
    const { head, upstream, stop } = got;
    const { status } = head;
    if (!expected(status)) throw new Error(`a byte process answered ${status} ${head.reason}`);
    const answered = instead?.(got);
    if (answered) return answered;
    res.writeHead(status, head.reason, [...exchange.headers, ...passedHeaders(head, passed)]);
    if (req.method === 'HEAD') {
      res.end();
      return ended(exchange);
    }
    if (status >= 400) stop();
    if (!(await sendAnswer(exchange, upstream))) return;
    stop();
    if (!req.complete && hasBody(req)) return settle(exchange);
    res.end();
    return ended(exchange);
  });

/** Those that the client sees, as names and values, alternating. */
export const passedHeaders = (
  { status, headers }: Pick<AnswerHead, 'status' | 'headers'>,
  passed: readonly string[],
): string[] => {
  const list: string[] = [];
  for (const name of passed) {
    const value = headers[name];
    if (value !== undefined && !(name === 'content-length' && isBare(status))) list.push(name, value);
  }
  return list;
};
