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
  const server = tls
    ? createSecureServer({ ...all, ...tls.server, handshakeTimeout }, serve)
    : createServer(all, serve);
  // Nobody of ours expects anything but `100-continue`, and Node would answer any number of these without a ticket.
  server.on('checkExpectation', ({ socket }: IncomingMessage) => socket.destroy());
  if (tls) server.once('close', tls.follow(server as SecureServer));
  return server;
};
