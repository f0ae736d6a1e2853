import {
  createServer,
  type IncomingMessage,
  type Server as PlainServer,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { ByteTls } from './byte-tls.js';
import { discard, type DiscardLimits } from './discard.js';

/** After so long without a byte the other machine is asked whether it is still there (ms). */
const silence = 15_000;
/** A handshake that takes longer is none (ms). */
const handshakeTimeout = 10_000;

/** Of a body that is answered before its end. */
const unread: DiscardLimits = { bytes: 256 * 1024 * 1024, milliseconds: 10_000 };

/** A server for bytes, which does not listen yet. With `tls` nobody without a certificate gets a word in. */
export const byteServer = (
  tls: ByteTls | undefined,
  options: ServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): PlainServer | SecureServer => {
  const all = { ...options, keepAlive: true, keepAliveInitialDelay: silence };
  const exchange = (request: IncomingMessage, response: ServerResponse): void => {
    readsTheRest(request, response);
    serve(request, response);
  };
  const server = tls
    ? createSecureServer({ ...all, ...tls.server, handshakeTimeout }, exchange)
    : createServer(all, exchange);
  // Nobody of ours expects anything but `100-continue`, and Node would answer any number of these without a ticket.
  server.on('checkExpectation', ({ socket }: IncomingMessage) => socket.destroy());
  if (tls) server.once('close', tls.follow(server as SecureServer));
  return server;
};

/**
 * What nobody has read of a body when it is answered is read then, and dropped: it would stand before the next request,
 * which may be anybody's, until both are given up. A connection that ended at once would take the answer with it from
 * who still sends; it ends where too much comes, or too slowly. The gateway ends one itself on which it has more to
 * send.
 */
const readsTheRest = (request: IncomingMessage, response: ServerResponse): void => {
  // It takes nothing, but is a look: the rest of what nobody has looked at Node drops itself, and counts none of it.
  request.read(0);
  // A request that somebody ends has none any more.
  const { socket } = request;
  response.once('finish', () => {
    if (request.readableEnded) return;
    request.unpipe().removeAllListeners('readable');
    // Only then the stream knows that nobody waits to read from it.
    setImmediate(() => {
      void discard(request, unread).then((whole) => whole || socket.destroy());
    });
  });
};
