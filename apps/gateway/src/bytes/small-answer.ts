import type { ServerResponse } from 'node:http';
import { discard, type DiscardLimits } from '@holdfast/platform/byte-ports';
import { hasBody } from '../http/request-body.js';
import { ended, type Exchange } from './exchange.js';
import { reasonLine, type Refusal } from './refusal.js';

/** What is read of a refused body: build tools see the answer only after they have sent everything. */
const refusedBody: DiscardLimits = { bytes: 256 * 1024 * 1024, milliseconds: 60_000 };
/** A client whose body is not waited for may still send it; it gets this long to hang up by itself. */
const lingering = { ...refusedBody, milliseconds: 2_000 };

/**
 * Sends a whole small answer at once; what the client still sends of its body is discarded within bounds, and the
 * connection goes on if the body was drained whole. A client that was waiting for `100 Continue` may or may not
 * send its body now, so its connection ends. `headers`: names and values, alternating; they include the length.
 */
export const answer = async (
  exchange: Exchange,
  status: number,
  reason: string | undefined,
  headers: string[],
  body: Uint8Array | string = '',
): Promise<void> => {
  const { req, res } = exchange;
  if (res.destroyed || res.headersSent) return;
  headers.push(...exchange.headers);
  const silent = req.method === 'HEAD' || body.length === 0;
  const unread = !req.complete && hasBody(req);
  if (!unread) {
    head(res, status, reason, headers);
    if (silent) res.end();
    else res.end(body);
    return ended(exchange);
  }
  const hopeless = isGiven(exchange) || Number(req.headers['content-length'] ?? 0) > refusedBody.bytes;
  if (hopeless) headers.push('Connection', 'close');
  head(res, status, reason, headers);
  if (silent) res.flushHeaders();
  else res.write(body);
  await settle(exchange);
};

const head = (res: ServerResponse, status: number, reason: string | undefined, headers: string[]): void => {
  if (reason === undefined) res.writeHead(status, headers);
  else res.writeHead(status, reasonLine(reason), headers);
};

/**
 * Whether the rest of the body may never come: its connection ends, and the client has a moment to hang up by itself.
 */
const isGiven = ({ waiting, given }: Exchange): boolean => waiting || given !== undefined;

/** Ends an answer whose bytes are all written, once the rest of the request's body is out of the way. */
export const settle = async (exchange: Exchange): Promise<void> => {
  const { req, res } = exchange;
  exchange.owes?.();
  const whole = await discard(req, isGiven(exchange) ? lingering : refusedBody);
  if (!whole) {
    req.socket.destroy();
    return;
  }
  res.end();
  await ended(exchange);
};

/**
 * Answers a refusal as reason phrase, and as the body in which the kind's clients look for it: `text/plain` by
 * default.
 */
export const refuse = (exchange: Exchange, refusal: Refusal): Promise<void> => {
  const { status, reason, headers } = refusal;
  const line = reasonLine(reason);
  const { type, text } = exchange.refusalBody?.(refusal) ?? { type: plainText, text: `${line}\n` };
  const length = String(Buffer.byteLength(text));
  return answer(exchange, status, line, ['Content-Type', type, 'Content-Length', length, ...headers], text);
};

const plainText = 'text/plain; charset=utf-8';
