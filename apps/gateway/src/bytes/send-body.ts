import type { Writable } from 'node:stream';
import { bufferSpent, hasWholeBody } from '@holdfast/kernel';
import { giveUp, invite, type Exchange } from './exchange.js';
import { Refusal } from './refusal.js';

/**
 * Streams the request's body into a transfer, with back pressure. A body that breaks off breaks the transfer as well:
 * only a body that ended in order is ended at the other side. A client that owes bytes and sends none for `patience`
 * ms is given up. One that has come whole goes at once. Returns what stops the streaming when the answer came first.
 */
export const sendBody = (exchange: Exchange, outgoing: Writable, patience: number): (() => void) => {
  const { req } = exchange;
  if (hasWholeBody(req)) {
    const whole = req.read() as Buffer;
    countBytes(exchange, whole.length);
    outgoing.end(whole);
    return () => undefined;
  }
  const onSilence = (): void => {
    if (outgoing.writableNeedDrain) silence.refresh();
    else giveUp(exchange, new Refusal(408, `no byte of the body came for ${patience / 1000} seconds`));
  };
  const silence = setTimeout(onSilence, patience);
  const onData = (piece: Buffer): void => {
    silence.refresh();
    countBytes(exchange, piece.length);
  };
  const stop = (): void => {
    clearTimeout(silence);
    req.off('data', onData).off('end', stop).off('close', onClose);
    req.unpipe(outgoing);
  };
  const onClose = (): void => {
    stop();
    outgoing.destroy();
  };
  exchange.sending = outgoing;
  invite(exchange);
  req.pipe(outgoing);
  req.on('data', onData).on('end', stop).on('close', onClose);
  return stop;
};

/** Bytes of a body that were taken. */
export const countBytes = ({ counted }: Exchange, bytes: number): void => {
  if (counted) counted.received += bytes;
  bufferSpent(bytes);
};
