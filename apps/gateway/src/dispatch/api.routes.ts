import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { written } from '@holdfast/kernel';
import type { ReadyAnswer } from './answer.js';
import { wholeAnswer } from './outgoing.js';
import type { Dispatcher } from './dispatcher.js';
import type { Documents } from '../openapi/documents.js';
import type { AnswerRoom } from '../unsent/answer-room.js';
import { requestIdOf } from '../http/call-context.js';
import { apiRoute, waitsForContinue, type RoutedRequest } from '../http/http-door.js';
import { requestTarget } from '../http/request-target.js';

/**
 * Whether the API answers a request that is none for bytes: it also refuses, in its envelope, whatever nobody knows.
 * All others are Nest's.
 */
export const isApiRequest = ({ url = '/', method = '' }: RoutedRequest): boolean =>
  !['GET', 'HEAD'].includes(method) || !healthPaths.has(requestTarget(url).path);

/**
 * Registers the API on Fastify: one route for all of it, and the answer to every path that nobody else owns.
 * Bodies are left unread for the dispatcher.
 */
export const registerApi = (fastify: FastifyInstance, dispatcher: Dispatcher, documents: Documents): void => {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const raw = request.raw;
    const { path, query } = requestTarget(request.originalUrl);
    const below = /^\/api(?=\/|$)/.test(path) ? path.slice(apiRoute.length) : '\0';
    if (path === '/' && asksForPage(raw))
      return reply
        .headers({ ...documents.home, 'x-request-id': requestIdOf(raw) })
        .code(302)
        .send();
    const document = documents.at(below);
    if (document && (raw.method === 'GET' || raw.method === 'HEAD')) {
      const { room, refused } = await dispatcher.roomForAnybody(raw, document.body.length);
      if (refused) return write(raw, reply, refused);
      if (room) leaveWith(reply.raw, room);
      const headers = { ...document.headers, ...dispatcher.shared(raw), 'x-request-id': requestIdOf(raw) };
      return reply.headers(headers).send(document.body);
    }
    if (document || healthPaths.has(path))
      return write(raw, reply, dispatcher.refuseMethod(raw, 'GET, HEAD, OPTIONS'));
    const proceed = (): void => {
      if (waitsForContinue(raw)) reply.raw.writeContinue();
    };
    return write(raw, reply, await dispatcher.dispatch(raw, { path: below, query }, proceed, reply.raw));
  };
  // Answered before Fastify looks at the media type: it would refuse a malformed one ahead of all decisions.
  fastify.route({ method: fastify.supportedMethods, url: apiRoute, onRequest: handle, handler: handle });
  fastify.setNotFoundHandler(handle);
};

/** Whether a person looks at the root address with a browser; programs get the 404 of every unknown path. */
const asksForPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');

/** Nest answers their GET. */
const healthPaths = new Set(['/health/live', '/health/ready']);

const write = (
  request: IncomingMessage,
  reply: FastifyReply,
  { status, headers, body, room, sent }: ReadyAnswer,
): FastifyReply => {
  if (sent) return reply.hijack();
  reply.code(status).headers(headers);
  reply
    .header('x-api-version', '1')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache')
    .header('vary', headers.vary ?? 'Accept, Authorization');
  // A body that nobody reads must not be read for ever: the connection ends with the answer.
  if (!request.complete && (status === 408 || Number(request.headers['content-length'] ?? 0) > drainLimit))
    reply.header('connection', 'close');
  if (status === 204 || status === 304) return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!room) return reply.send(body);
  leaveWith(reply.raw, room);
  if (typeof body === 'string' || body.length <= piece) return reply.send(body);
  reply.header('content-length', body.length).hijack();
  reply.raw.statusCode = status;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  void writePieces(reply.raw, body);
  return reply;
};

/** Bytes that are written at a time, so that it is seen whether the client takes them. */
const piece = wholeAnswer;

const writePieces = async (response: ServerResponse, body: Buffer): Promise<void> => {
  for (let at = 0; at < body.length; at += piece)
    if (!(await written(response, body.subarray(at, at + piece)))) return;
  response.end();
};

const leaveWith = (response: ServerResponse, room: AnswerRoom): void => {
  if (response.closed || response.destroyed) room.leave();
  else response.once('close', () => room.leave());
};

/** Bytes of an unread body that are worth keeping a connection for. */
const drainLimit = 4 * 1024 * 1024;
