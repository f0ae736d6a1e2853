import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { errorCatalogue } from '@holdfast/kernel';
import { wholeRequests } from '../bytes/turn.js';
import { now } from './envelope.js';

/** Bytes of repositories, on the raw requests of the server. */
export interface ByteRoutes {
  owns(target: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, expects: boolean): void;
}

/** A request whose client waits for `100 Continue`; whoever reads its body writes it first. */
const waiting = new WeakSet<IncomingMessage>();

export const waitsForContinue = (request: IncomingMessage): boolean => waiting.has(request);

/** Where every request of the API is routed to; the dispatcher looks at the target as it was sent. */
export const apiRoute = '/api';

/** Nest's own answer to unknown paths is not wanted: the API answers them in its envelope. */
class Door extends FastifyAdapter {
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance() as unknown as ReturnType<FastifyAdapter['setNotFoundHandler']>;
  }
}

const originals = new WeakMap<IncomingMessage, string>();

/** The request target as it was sent. */
export const sentTarget = (request: IncomingMessage): string => originals.get(request) ?? request.url ?? '/';

/**
 * The adapter of the public door. Requests for bytes leave before Fastify, whose parser and decoding hide what
 * their protocols need; requests of the API reach one route with their target untouched, because `%2F` must
 * not be decoded before the path is split.
 */
export const httpDoor = (
  bytes: ByteRoutes,
  isApi: (target: string) => boolean,
  tls?: { cert: string; key: string },
): FastifyAdapter =>
  new Door({
    // The dispatcher reads bodies itself, after the privileges.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnparsed,
    rewriteUrl: (request: { url?: string }) => {
      const target = request.url ?? '/';
      if (!isApi(target)) return target.startsWith('/') ? target : '/';
      originals.set(request as IncomingMessage, target);
      return apiRoute;
    },
    serverFactory: (listener: RequestListener) => serverOf(listener, bytes, tls),
  });

const serverOf = (
  listener: RequestListener,
  bytes: ByteRoutes,
  tls?: { cert: string; key: string },
): Server => {
  const route = (request: IncomingMessage, response: ServerResponse, expects: boolean): void => {
    if (bytes.owns(request.url ?? '/')) bytes.handle(request, response, expects);
    else void listener(request, response);
  };
  const options = {
    maxHeaderSize: 32 * 1024,
    headersTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    noDelay: true,
  };
  const onRequest: RequestListener = (request, response) => route(request, response, false);
  const server = tls
    ? https.createServer({ ...options, ...tls }, onRequest)
    : http.createServer(options, onRequest);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    route(request, response, true);
  });
  return server;
};

/** Connections whose end is decided: whatever else comes on them is no request any more. */
const refused = new WeakSet<Socket>();

/**
 * What is no HTTP gets one answer in the error envelope and the end of its connection; requests that had arrived
 * whole before it are answered first.
 */
const refuseUnparsed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (refused.has(socket)) return;
  refused.add(socket);
  const earlier = wholeRequests(socket);
  if (earlier) void earlier.then(() => endWithRefusal(error, socket));
  else endWithRefusal(error, socket);
};

/** Milliseconds in which a refused client may read the answer and hang up by itself. */
const farewell = 1_000;

const endWithRefusal = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, phrase] = tooLarge
    ? [431, 'Request Header Fields Too Large']
    : [400, errorCatalogue.malformed.phrase];
  const body = JSON.stringify({ api_status: status, api_message: phrase, api_timestamp: now() });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), farewell).unref();
};
