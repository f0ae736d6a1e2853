import type { FileAnswer } from '@holdfast/contracts';
import { answer } from '../small-answer.js';
import type { Exchange } from '../exchange.js';
import { framedHeaders, isBare } from '../framed-headers.js';
import { bodyOf, type Ready } from './lasting-files.js';

/**
 * Sends an answer as it was decided, with the length that it has.
 * @throws where its status is none that an exchange ends with
 */
export const giveAnswer = (exchange: Exchange, decided: FileAnswer | Ready): Promise<void> => {
  const { status, reason, headers } = decided;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error('the artifact service answers with a status that is none');
  const body = bodyOf(decided);
  return answer(exchange, status, reason, framedHeaders(headers, lengthOf(exchange, decided, body)), body);
};

const lengthOf = (
  { req }: Exchange,
  { status, headers }: FileAnswer | Ready,
  body: string | Buffer,
): number | string | undefined => {
  if (isBare(status)) return undefined;
  // It has no body, and says which length that to GET has.
  if (req.method === 'HEAD' && body.length === 0) return saidLength(headers);
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
};

const saidLength = (headers: Readonly<Record<string, string>>): string | undefined => {
  for (const name in headers)
    if (name.toLowerCase() === 'content-length' && /^\d{1,15}$/.test(headers[name])) return headers[name];
  return undefined;
};
