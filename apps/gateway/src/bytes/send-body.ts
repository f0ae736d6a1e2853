import type { Writable } from 'node:stream';
import { invite, type Exchange } from './exchange.js';

/** A client that owes bytes of its body and sends none for so long is given up. Milliseconds. */
export const stalledAfter = 120_000;

/**
 * Streams the request's body into a transfer, with back pressure. A body that breaks off or stalls breaks the
 * transfer as well: only a body that ended in order is ended at the other side. Returns what stops the streaming
 * when the answer came first.
 */
export const sendBody = (exchange: Exchange, outgoing: Writable, patience = stalledAfter): (() => void) => {
  const { req } = exchange;
  const onSilence = (): void => {
    if (outgoing.writableNeedDrain) silence.refresh();
    else req.socket.destroy();
  };
  const silence = setTimeout(onSilence, patience);
  const onData = (): void => void silence.refresh();
  const stop = (): void => {
    clearTimeout(silence);
    req.off('data', onData).off('end', stop).off('close', onClose);
    req.unpipe(outgoing);
  };
  const onClose = (): void => {
    stop();
    outgoing.destroy();
  };
  invite(exchange);
  req.pipe(outgoing);
  req.on('data', onData).on('end', stop).on('close', onClose);
  return stop;
};
