import type { IncomingMessage } from 'node:http';

/** The client's address; a forwarded one is believed only when a trusted proxy says it. */
export const clientAddress = (request: IncomingMessage, trusted: readonly string[]): string => {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!trusted.includes(peer)) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  // The nearest address that is no trusted proxy; all before it the client may have made up.
  return forwarded.reverse().find((address) => !trusted.includes(address)) ?? peer;
};
