import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { errorCatalogue, uuidv7 } from '@holdfast/kernel';
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
    return this.getInstance<ReturnType<FastifyAdapter['setNotFoundHandler']>>();
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
    if (request.headers.host === undefined && request.httpVersion !== '1.0') refuse(response, badRequest);
    else if (bytes.owns(request.url ?? '/')) bytes.handle(request, response, expects);
    else void listener(request, response);
  };
  const options = {
    maxHeaderSize: 32 * 1024,
    headersTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    noDelay: true,
    // Packs and jars pass through; Node's 16 KiB would stop every read of 64 KiB until it is written.
    highWaterMark: 256 * 1024,
    // Node would refuse those without one itself, with an empty body.
    requireHostHeader: false,
  };
  const onRequest: RequestListener = (request, response) => route(request, response, false);
  const server = tls
    ? https.createServer({ ...options, ...tls }, onRequest)
    : http.createServer(options, onRequest);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    route(request, response, true);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuse(response, [417, 'Expectation Failed']),
  );
  return server;
};

type Refusal = readonly [status: number, phrase: string];

const badRequest: Refusal = [400, errorCatalogue.malformed.phrase];

/** The error envelope of what never reaches the dispatcher. */
const envelopeOf = ([status, phrase]: Refusal): {
  headers: Record<string, string | number>;
  body: string;
} => {
  const body = JSON.stringify({ api_status: status, api_message: phrase, api_timestamp: now() });
  const headers = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-api-version': '1',
    'x-request-id': uuidv7(),
  };
  return { headers, body };
};

const refuse = (response: ServerResponse, refusal: Refusal): void => {
  const { headers, body } = envelopeOf(refusal);
  response.writeHead(...refusal, headers).end(body);
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
  const refusal: Refusal = tooLarge ? [431, 'Request Header Fields Too Large'] : badRequest;
  const { headers, body } = envelopeOf(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.join(' ')}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), farewell).unref();
};
