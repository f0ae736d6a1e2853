import type { Writable } from 'node:stream';
import { written } from '@holdfast/kernel';
import { PeerRefused } from '@holdfast/platform/byte-ports';
import { log, ofRequest } from '@holdfast/platform/observability';
import { refuse } from './small-answer.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './refusal.js';
import { sendBody } from './send-body.js';
import type { AnswerHead } from './upstream/answer-head.js';
import { unknownTicket, type Transfer } from './upstream/transfer-request.js';
import type { UpstreamBody } from './upstream/upstream-body.js';
import { Upstream } from './upstream/upstream.js';
/** A byte process has begun to answer. */
export interface TransferAnswer {
  head: AnswerHead;
  upstream: Upstream;
  /** Stops the streaming of the request's body; what is left of it is the caller's. */
  stop: () => void;
}

/**
 * Carries a transfer out: sends the body if it has one, waits for the answer, hands it over. A client that goes
 * away ends the transfer; a byte process that fails or goes away before anything was answered is 503. `through`: what
 * the body is written to instead of the transfer's own.
 */
export const transferring = async (
  exchange: Exchange,
  transfer: Transfer,
  use: (answered: TransferAnswer) => Promise<void>,
  through = (body: UpstreamBody): Writable => body,
): Promise<void> => {
  const { res } = exchange;
  if (res.destroyed) return;
  if (exchange.given) return refuse(exchange, exchange.given);
  const { trace } = exchange.ctx;
  const upstream = new Upstream(trace === undefined ? transfer : { ...transfer, trace });
  let stop = (): void => undefined;
  const gone = (): void => upstream.destroy();
  res.once('close', gone);
  exchange.breakOff = gone;
  try {
    if (transfer.method === 'GET') upstream.body.end();
    else stop = sendBody(exchange, through(upstream.body), exchange.patience);
    await use({ head: await answered(upstream), upstream, stop });
  } catch (error) {
    // Before a refusal is sent: it reads what is left of the body by itself.
    stop();
    upstream.destroy();
    if (res.destroyed) return;
    const { given, ctx } = exchange;
    if (!given) exchange.counted?.failed();
    if (!given && !(error instanceof PeerRefused))
      log.warn({ err: error, ...ofRequest(ctx) }, 'a byte process broke off');
    if (res.headersSent) res.destroy();
    else await refuse(exchange, given ?? broken());
  } finally {
    exchange.breakOff = undefined;
    res.off('close', gone);
    upstream.destroy();
  }
};

const broken = (): Refusal =>
  new Refusal(503, 'the repository cannot be reached, try again', ['Retry-After', '1']);

const answered = async (upstream: Upstream): Promise<AnswerHead> => {
  const head = await upstream.head;
  if (head.status === unknownTicket) throw new Error('the ticket was refused');
  return head;
};

/** Writes an answer to the client, without ending it. True when all is written; false: the connection is broken. */
export const sendAnswer = async (exchange: Exchange, upstream: Upstream): Promise<boolean> => {
  const { res } = exchange;
  const whole = await upstream.carry((piece) => written(res, piece));
  if (whole) return true;
  // Else its client has gone, or was too slow.
  if (!res.destroyed && !exchange.given) exchange.counted?.failed();
  res.destroy();
  return false;
};
