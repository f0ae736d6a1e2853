import type { IncomingMessage } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { isChange } from '../writing/least-written.js';
import type { JudgedBody } from './dav-bodies.js';

/** What is sent of a body: file data as they come, anything else whole and judged. */
export type SentBody = AsyncIterable<Buffer> | JudgedBody | undefined;

/** Whether something comes behind the head. */
export const hasBody = ({ exchange }: TransferGrant, { headers }: IncomingMessage): boolean =>
  exchange.method !== 'GET' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Whether it asks for a list of a whole tree: cheap copies have billions of paths, and it as many lines. */
export const isList = (body: SentBody): boolean =>
  body !== undefined && 'root' in body && body.root === 'list-report';

/** Whether it comes as it is: nothing is unpacked here. */
export const isPlain = ({ headers }: IncomingMessage): boolean =>
  /^(?:|identity)$/i.test(headers['content-encoding'] ?? '');

/** What describes the body. */
export const sentHeaders = ({ headers }: IncomingMessage, body: SentBody): Record<string, string> => {
  if (!body) return {};
  const isWhole = 'whole' in body;
  const sent: Record<string, string> = isWhole ? { 'content-length': String(body.whole.length) } : {};
  for (const name of isWhole ? ['content-type'] : ['content-type', 'content-length', 'transfer-encoding']) {
    const value = headers[name];
    if (typeof value === 'string') sent[name] = value;
  }
  return sent;
};

/**
 * The body as it comes. A change has one, if an empty one: where its connection breaks it is not sent again, as what
 * has none is, since nobody knows what was done.
 */
export const sentPieces = (
  { exchange }: TransferGrant,
  body: SentBody,
): { readonly body?: AsyncIterable<Buffer> } => {
  if (!body) return isChange(exchange) ? { body: piecesOf(Buffer.alloc(0)) } : {};
  return { body: 'whole' in body ? piecesOf(body.whole) : body };
};

/** A body that is there already, as one that comes. */
async function* piecesOf(whole: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  if (whole.length > 0) yield whole;
}
