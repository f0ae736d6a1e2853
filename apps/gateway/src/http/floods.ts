import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isCrumbled, mostUnanswered } from './flood.rules.js';

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts a request of its connection until it is answered; so many are unanswered now. 0: there are too many, and the
 * connection has been closed; its requests are not looked at any more.
 */
export const admitted = ({ socket }: IncomingMessage, response: ServerResponse): number => {
  if (socket.destroyed) return 0;
  const open = (unanswered.get(socket) ?? 0) + 1;
  if (open > mostUnanswered) {
    socket.destroy();
    return 0;
  }
  unanswered.set(socket, open);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return open;
};

/**
 * Closes the connection of a body that comes in crumbs. Looked at where the parser hands the pieces over, for nobody
 * may have begun to read them yet.
 */
export const refuseCrumbs = (request: IncomingMessage): void => {
  const begun = performance.now();
  let pieces = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null): boolean => {
    if (piece === null) return push(piece);
    if (request.socket.destroyed) return false;
    pieces += 1;
    bytes += piece.length;
    if (!isCrumbled(pieces, bytes, performance.now() - begun)) return push(piece);
    request.socket.destroy();
    return false;
  };
};
