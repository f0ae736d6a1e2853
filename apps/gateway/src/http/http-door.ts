import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { ConnectionLimit } from './connection-limit.js';
import { originOf } from './connection-origin.js';
import { deadlines, type Deadlines } from './deadlines.js';
import { DoorRequest } from './door-request.js';
import { admitted, watchBody } from './floods.js';
import { faultOf, hasMoreLines, hasOtherCoding, mostLines, targetFaultOf } from './head.rules.js';
import { connectionsOf } from './asked-connections.js';
import { afterAnswer, lastAnswer, noteAnswer } from './last-answer.js';
import { closeWithConnection } from './left-answers.js';
import { loopTurns } from './loop-turns.js';
import { NewConnections } from './new-connections.js';
import { routeOtherMethods } from './other-methods.js';
import { hasBody } from './request-body.js';
import { requestTarget } from './request-target.js';
import { strictTransport, type TransportOptions } from './secure-transport.js';
import { SentAhead } from './sent-ahead.js';
import { endSilent, endUnreadBody } from './silent-clients.js';
import { takeConnections } from './taken-connections.js';
import { mostWaiting, WaitingConnections } from './waiting-connections.js';
import { isRefused, refuseExpectation, refuseHead, refuseRest, refuseUnparsed } from './wire-refusal.js';

/** Bytes of repositories, on the raw requests of the server. */
export interface ByteRoutes {
  owns(target: string): boolean;
  /** As `ByteDoor.handle`. */
  handle(request: IncomingMessage, response: ServerResponse, expects: boolean, owes: () => void): void;
}

/** A request whose client waits for `100 Continue`; whoever reads its body writes it first. */
const expecting = new WeakSet<IncomingMessage>();

export const waitsForContinue = (request: IncomingMessage): boolean => expecting.has(request);

/** What says to whom a request goes. */
export type RoutedRequest = Pick<IncomingMessage, 'url' | 'method'>;

/** Where every request of the API is routed to; the dispatcher looks at the target as it was sent. */
export const apiRoute = '/api';

/** Nest's own answer to unknown paths is not wanted: the API answers them in its envelope. */
class Door extends FastifyAdapter {
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance<ReturnType<FastifyAdapter['setNotFoundHandler']>>();
  }
}

/** What the door shows who comes by TLS; a server that follows it shows what has replaced that. */
export interface DoorTls {
  readonly options: SecureContextOptions;
  follow(server: { setSecureContext(options: SecureContextOptions): void }): () => void;
}

export interface DoorOptions extends TransportOptions {
  tls?: DoorTls | undefined;
  /** Open connections of one address. */
  connections: number;
  deadlines?: Deadlines;
  /** Counts the connections, where other doors share it. */
  limit?: ConnectionLimit;
  /** Most connections whose clients have to say something. */
  waiting?: number;
}

/**
 * The adapter of the public door. Requests for bytes leave before Fastify, whose parser and decoding hide what
 * their protocols need; requests of the API reach one route with their target untouched, because `%2F` must
 * not be decoded before the path is split, and because Fastify words by itself what it cannot decode.
 */
export const httpDoor = (
  bytes: ByteRoutes,
  isApi: (request: RoutedRequest) => boolean,
  options: DoorOptions,
): FastifyAdapter =>
  new Door({
    // The dispatcher reads bodies itself, after the privileges.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // Who comes over an open connection while the door closes is answered.
    return503OnClosing: false,
    clientErrorHandler: refuseUnparsed(options.deadlines ?? deadlines, (target) => bytes.owns(target)),
    // Fastify keeps what was sent as `originalUrl`.
    rewriteUrl: (request: RoutedRequest) =>
      isApi(request) ? apiRoute : requestTarget(request.url ?? '/').path,
    serverFactory: (listener: RequestListener) => serverOf(listener, bytes, options),
  });

const serverOf = (listener: RequestListener, bytes: ByteRoutes, options: DoorOptions): Server => {
  const { tls, deadlines: patience = deadlines } = options;
  const secured = strictTransport(options);
  const waiting = new WaitingConnections(options.waiting ?? mostWaiting, options.trustedProxies);
  const arrivals = new NewConnections();
  const ahead = new SentAhead();
  const idle = (socket: Socket): void => waiting.add(socket);
  /** As `admitted`. */
  const counted = (request: IncomingMessage, response: ServerResponse): number => {
    const unanswered = admitted(request, response, idle);
    if (unanswered > 1) {
      arrivals.sentAhead(originOf(request.socket, options.trustedProxies));
      if (!ahead.admits(unanswered)) {
        request.socket.destroy();
        return 0;
      }
    }
    return unanswered;
  };
  const inLoopTurn = (socket: Socket, work: () => void): void =>
    void loopTurns.run(socket, options.trustedProxies, work);
  const route = (request: IncomingMessage, response: ServerResponse, expects: boolean): void => {
    const { socket } = request;
    const unanswered = counted(request, response);
    // Also what comes behind a refusal is counted: Node keeps it until the connection ends.
    if (unanswered === 0) return;
    if (isRefused(socket)) return watchBody(request, response, () => undefined);
    closeWithConnection(request, response);
    const before = unanswered > 1 ? lastAnswer(socket) : undefined;
    noteAnswer(request, response);
    kept.asked(request, response);
    secured?.(request, response);
    const { url = '/' } = request;
    const owned = bytes.owns(url);
    // Lines that Node left out may say that there is a body, or the wish for another protocol.
    const isCut = hasMoreLines(request);
    const isSent = isCut || hasBody(request);
    let isRefusedBody = false;
    if (isSent) {
      watchBody(request, response, () => {
        if (!response.closed && !isRefusedBody) waiting.remove(socket);
      });
      endUnreadBody(request, response, patience.body);
    }
    // Bodies of transfers have slots, until they are refused.
    if (isSent && !owned) waiting.add(socket);
    else waiting.remove(socket);
    const fault = faultOf(request);
    const isCoded = hasOtherCoding(request);
    const isFaulty = fault !== undefined || (!owned && (isCoded || targetFaultOf(url) !== undefined));
    // Nobody changes the protocol here; what was sent behind the wish to in one packet, Node throws away.
    if (isCut || isFaulty || isCoded || request.headers.upgrade !== undefined) closeBehind(response);
    if (fault !== undefined) inLoopTurn(socket, () => refuseHead(response, owned ? fault : undefined));
    // Those of a connection take their turns by themselves.
    else if (owned)
      bytes.handle(request, response, expects, () => {
        isRefusedBody = true;
        waiting.add(socket);
      });
    else if (isFaulty) inLoopTurn(socket, () => refuseHead(response));
    else afterAnswer(before, socket, () => inLoopTurn(socket, () => void listener(request, response)));
  };
  const settings = {
    IncomingMessage: DoorRequest,
    maxHeaderSize: 32 * 1024,
    headersTimeout: patience.head,
    // A body may take as long as it moves; whoever reads it looks at that.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, patience.head),
    keepAliveTimeout: 75_000,
    noDelay: true,
    // Packs and jars pass through; Node's 16 KiB would stop every read of 64 KiB until it is written.
    highWaterMark: 256 * 1024,
    // Node would refuse those without one itself, with an empty body.
    requireHostHeader: false,
  };
  const onRequest: RequestListener = (request, response) => route(request, response, false);
  const server = tls
    ? secureServer(tls, { ...settings, handshakeTimeout: patience.head }, onRequest)
    : http.createServer(settings, onRequest);
  // Node leaves out those beyond a number, and says nothing: others may read them. It leaves out none of so many as
  // may be, and of more enough stay that the head is refused.
  server.maxHeadersCount = mostLines + 1;
  const kept = connectionsOf(server);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    route(request, response, true);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // Who asks for bytes is told who he is first, and in the words of their door.
    if (bytes.owns(request.url ?? '/')) return route(request, response, false);
    // Behind an answer that is not taken yet they would wait, in any number.
    if (counted(request, response) === 0) return;
    watchBody(request, response, () => undefined);
    if (isRefused(request.socket)) return;
    closeWithConnection(request, response);
    noteAnswer(request, response);
    closeBehind(response);
    inLoopTurn(request.socket, () => refuseExpectation(response));
  });
  routeOtherMethods(server, onRequest);
  endSilent(server, patience.stall);
  takeConnections(server, waiting, arrivals, options);
  return server;
};

/** The connection ends with this answer, and says so: what comes behind its request is none. */
const closeBehind = (response: ServerResponse): void => {
  response.shouldKeepAlive = false;
  refuseRest(response.req.socket);
};

/** All have forward secrecy; the clients that we name in the guides know some of them since 2014. */
const ciphers = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((cipher) => [
    `ECDHE-ECDSA-${cipher}`,
    `ECDHE-RSA-${cipher}`,
  ]),
].join(':');

/** Connections that are open keep what they were shown. */
const secureServer = (
  tls: DoorTls,
  settings: https.ServerOptions,
  onRequest: RequestListener,
): https.Server => {
  const server = https.createServer({ ...settings, ...tls.options, ciphers }, onRequest);
  const end = tls.follow({ setSecureContext: (options) => server.setSecureContext({ ...options, ciphers }) });
  return server.once('close', end);
};
