import type { ClientRequest, IncomingMessage } from 'node:http';
import { log } from '@holdfast/platform/observability';
import { refuse } from './answer.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './refusal.js';
import { sendBody } from './send-body.js';
import { begin, type Transfer } from './upstream.js';

/** A byte process has begun to answer. */
export interface Answered {
  incoming: IncomingMessage;
  /** Stops the streaming of the request's body; what is left of it is the caller's. */
  stop: () => void;
}

/**
 * Carries a transfer out: sends the body if it has one, waits for the answer, hands it over. A client that goes
 * away ends the transfer; a byte process that fails or goes away before anything was answered is 503.
 */
export const transferring = async (
  exchange: Exchange,
  transfer: Transfer,
  use: (answered: Answered) => Promise<void>,
): Promise<void> => {
  const { res } = exchange;
  if (res.destroyed) return;
  const outgoing = begin(transfer);
  const gone = (): void => void outgoing.destroy();
  res.once('close', gone);
  try {
    await use(await answered(exchange, outgoing, transfer.method !== 'GET'));
  } catch (error) {
    if (res.destroyed) return;
    log.warn({ err: error, requestId: exchange.ctx.requestId }, 'a byte process broke off');
    if (res.headersSent) res.destroy();
    else await refuse(exchange, broken());
  } finally {
    res.off('close', gone);
    outgoing.destroy();
  }
};

const broken = (): Refusal =>
  new Refusal(503, 'the repository cannot be reached, try again', ['Retry-After', '1']);

const answered = (exchange: Exchange, outgoing: ClientRequest, body: boolean): Promise<Answered> =>
  new Promise((resolve, reject) => {
    let stop = (): void => undefined;
    outgoing.on('error', (error) => {
      stop();
      reject(error);
    });
    outgoing.once('close', () => reject(new Error('the connection closed without an answer')));
    outgoing.once('response', (incoming) => {
      // A ticket that is not known any more: the process that gave it was replaced.
      if (incoming.statusCode === 403) reject(new Error('the ticket was refused'));
      else resolve({ incoming, stop });
    });
    if (body) stop = sendBody(exchange, outgoing);
    else outgoing.end();
  });

/** Pipes an answer to the client, without ending it. True when all is written; false: the connection is broken. */
export const sendAnswer = ({ res }: Exchange, incoming: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
    const broke = (): void => {
      if (!incoming.complete) res.destroy();
      resolve(incoming.complete);
    };
    incoming.once('end', () => resolve(true));
    incoming.once('error', broke);
    incoming.once('close', broke);
    res.once('close', broke);
    incoming.pipe(res, { end: false });
  });
