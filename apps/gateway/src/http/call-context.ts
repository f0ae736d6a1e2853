import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { asker, uuidv7, type CallContext } from '@holdfast/kernel';
import { clientAddress } from './client-address.js';

/** Milliseconds that a request of the API may take. */
const patience = 10_000;

/**
 * Lets the calls that follow take as long as if the request had come now: its client took its time, or it had to
 * wait.
 */
export const renew = (ctx: CallContext): void => {
  ctx.deadline = Date.now() + patience;
  const who = ctx[asker];
  if (who) who.held = 0;
};

/** The caller's request id when it is sane, else one of ours. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(sent) ? sent : uuidv7();
};

/** The context of the calls that a client at this address causes who says nothing of it himself. */
export const contextOfAddress = (address: string, from: Socket): CallContext => ({
  requestId: uuidv7(),
  deadline: Date.now() + patience,
  address,
  [asker]: { from, held: 0 },
});

/** The context of calls that no client waits for: they are not held for a service that restarts. */
export const contextOfNobody = (): CallContext => ({ requestId: uuidv7(), deadline: Date.now() + patience });

/** The context of the calls that a request causes. */
export const contextOf = (request: IncomingMessage, trusted: readonly string[]): CallContext => ({
  requestId: requestIdOf(request),
  deadline: Date.now() + patience,
  address: clientAddress(request, trusted),
  [asker]: { from: request.socket, held: 0 },
});
