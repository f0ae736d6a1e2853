import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isCrumbled, mostUnanswered, smallBody } from './flood.rules.js';

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts a request of its connection until it is answered; so many are unanswered now. 0: there are too many, and the
 * connection has been closed; its requests are not looked at any more. `idle`: called when all are answered.
 */
export const admitted = (
  { socket }: IncomingMessage,
  response: ServerResponse,
  idle: (socket: Socket) => void,
): number => {
  if (socket.destroyed) return 0;
  const open = (unanswered.get(socket) ?? 0) + 1;
  if (open > mostUnanswered) {
    socket.destroy();
    return 0;
  }
  unanswered.set(socket, open);
  response.once('close', () => {
    const left = (unanswered.get(socket) ?? 1) - 1;
    unanswered.set(socket, left);
    if (left === 0) idle(socket);
  });
  return open;
};

/** Beyond so many bytes a body is not taken from its connection until somebody reads it. */
const mostAhead = 16 * 1024;

/**
 * Looks after a body where the parser hands its pieces over, for nobody may have begun to read them yet. Closes the
 * connection of one that comes in crumbs, answered or not. `begun`: called when it is whole, and with each piece once
 * it is not small.
 */
export const watchBody = (request: IncomingMessage, response: ServerResponse, begun: () => void): void => {
  const since = performance.now();
  let pieces = 0;
  let bytes = 0;
  // Of what nobody has begun to read Node throws the rest away once it is answered, before we see it.
  response.prependOnceListener('finish', () => {
    if (!request.complete && request.readableFlowing === null) request.resume().read(0);
  });
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null): boolean => {
    if (piece === null) {
      begun();
      return push(piece);
    }
    if (request.socket.destroyed) return false;
    pieces += 1;
    bytes += piece.length;
    if (isCrumbled(pieces, bytes, performance.now() - since)) {
      request.socket.destroy();
      return false;
    }
    if (bytes > smallBody) begun();
    const wanted = push(piece);
    return wanted && (request.readableFlowing !== null || bytes < mostAhead);
  };
};
