import {
  createServer,
  type IncomingMessage,
  type Server as PlainServer,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { ByteTls } from './byte-tls.js';

/** After so long without a byte the other machine is asked whether it is still there (ms). */
const silence = 15_000;
/** A handshake that takes longer is none (ms). */
const handshakeTimeout = 10_000;

/** A server for bytes, which does not listen yet. With `tls` nobody without a certificate gets a word in. */
export const byteServer = (
  tls: ByteTls | undefined,
  options: ServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): PlainServer | SecureServer => {
  const all = { ...options, keepAlive: true, keepAliveInitialDelay: silence };
  const exchange = (request: IncomingMessage, response: ServerResponse): void => {
    endsUnread(request, response);
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
 * An answer to a body that is not all here says that the connection ends: what nobody reads of it would stand before
 * the next request, which may be anybody's, until both are given up.
 */
const endsUnread = (request: IncomingMessage, response: ServerResponse): void => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  let goesOn = response.shouldKeepAlive;
  Object.defineProperty(response, 'shouldKeepAlive', {
    get: () => goesOn && request.complete,
    set: (value: boolean) => (goesOn = value),
  });
};
