import type { ClientRequest, IncomingMessage } from 'node:http';
import { log } from '@holdfast/platform/observability';
import { refuse, settle } from './answer.js';
import { ended, hasBody, type Exchange } from './exchange.js';
import { Refusal } from './refusal.js';
import { sendBody } from './send-body.js';
import { begin, type Transfer } from './upstream.js';

/** What of an upstream's answer a client gets to see. */
const passed = [
  'content-type',
  'content-length',
  'content-encoding',
  'cache-control',
  'expires',
  'pragma',
  'retry-after',
];

/**
 * Streams a request to a byte process and its answer back, both with back pressure. A client that goes away ends
 * the transfer; a byte process that goes away before its answer is 503, and after it a connection that breaks,
 * so that nobody takes half an answer for a whole one.
 */
export const relay = async (exchange: Exchange, transfer: Transfer): Promise<void> => {
  const { req, res } = exchange;
  const outgoing = begin(transfer);
  const gone = (): void => void outgoing.destroy();
  res.once('close', gone);
  try {
    const { incoming, stop } = await answered(exchange, outgoing, transfer.method !== 'GET');
    res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, passedHeaders(exchange, incoming));
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    if ((incoming.statusCode ?? 502) >= 400) stop();
    if (!(await sendAnswer(exchange, incoming))) return;
    stop();
    if (!req.complete && hasBody(req)) await settle(exchange);
    else res.end();
    await ended(exchange);
  } catch (error) {
    if (res.destroyed) return;
    log.warn({ err: error, requestId: exchange.ctx.requestId }, 'a byte process broke off');
    await refuse(
      exchange,
      new Refusal(503, 'the repository cannot be reached, try again', ['Retry-After', '1']),
    );
  } finally {
    res.off('close', gone);
    outgoing.destroy();
  }
};

interface Answered {
  incoming: IncomingMessage;
  /** Stops the streaming of the request's body. */
  stop: () => void;
}

const answered = (exchange: Exchange, outgoing: ClientRequest, body: boolean): Promise<Answered> =>
  new Promise((resolve, reject) => {
    let stop = (): void => undefined;
    outgoing.on('error', (error) => {
      stop();
      reject(error);
    });
    outgoing.once('close', () => reject(new Error('the connection closed without an answer')));
    outgoing.once('response', (incoming) => resolve({ incoming, stop }));
    if (body) stop = sendBody(exchange, outgoing);
    else outgoing.end();
  });

/** True when the whole answer is written; the response is not ended. False: the connection is broken. */
export const sendAnswer = ({ res }: Exchange, incoming: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
    incoming.pipe(res, { end: false });
    incoming.once('end', () => resolve(true));
    const broken = (): void => {
      if (!incoming.complete) res.destroy();
      resolve(incoming.complete);
    };
    incoming.once('error', broken);
    incoming.once('close', broken);
    res.once('close', broken);
  });

const passedHeaders = ({ ctx }: Exchange, { headers }: IncomingMessage): string[] => {
  const list: string[] = ['X-Request-Id', ctx.requestId];
  for (const name of passed) {
    const value = headers[name];
    if (typeof value === 'string') list.push(name, value);
  }
  return list;
};
