import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { cutAfterFarewell } from './farewell.js';
import { allAnswered } from './last-answer.js';
import { headOfOtherMethod, type ParserError, type UnreadHead } from './unread-head.js';
import { isRefused, refuseRest } from './wire-refusal.js';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** By this method they are routed: Node and Fastify know it, and no address takes it. */
const anyOther = 'TRACE';

/**
 * Requests with methods that Node does not know, or does not take for requests (`CONNECT`), are routed as all others
 * are: whoever is asked says which methods there are. Their connections end with the answer, and what they carry
 * besides the head is not looked at.
 */
export const routeOtherMethods = (server: Server, route: Route): void => {
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    routed(request, route);
  });
  server.prependListener('clientError', (error: ParserError, socket: Socket) => {
    const head = isRefused(socket) || allAnswered(socket) ? undefined : headOfOtherMethod(error);
    if (head) routed(requestOf(head, socket), route);
  });
};

const requestOf = ({ target, httpVersion, rawHeaders }: UnreadHead, socket: Socket): IncomingMessage => {
  const request = new IncomingMessage(socket);
  const headers: IncomingMessage['headers'] = {};
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers[rawHeaders[at].toLowerCase()] ??= rawHeaders[at + 1];
  Object.assign(request, {
    method: anyOther,
    url: target,
    httpVersion,
    httpVersionMajor: 1,
    rawHeaders,
    headers,
  });
  request.httpVersionMinor = httpVersion === '1.0' ? 0 : 1;
  request.complete = true;
  request.push(null);
  return request;
};

const routed = (request: IncomingMessage, route: Route): void => {
  const { socket } = request;
  if (isRefused(socket) || allAnswered(socket)) return void socket.destroy();
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    socket.end();
    cutAfterFarewell(socket);
  });
  route(request, response);
  refuseRest(socket);
};
