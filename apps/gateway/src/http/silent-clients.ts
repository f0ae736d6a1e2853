import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOver, lastAnswer } from './last-answer.js';

interface Silence {
  /** When the client was last known to take something (ms). */
  since: number;
  /** When we looked last (ms). */
  seen: number;
}

/** A quarter of the patience: a stalled answer is noticed at most so much later. */
const looks = 4;

/**
 * Ends the connections of clients that take nothing of their answer for `patience` ms, and idle ones once their time
 * is over. A connection on which nothing moves because we have nothing to send yet is left alone.
 */
export const endSilent = (server: Server, patience: number): void => {
  const interval = patience / looks;
  const silences = new WeakMap<Socket, Silence>();
  // Node's timer of a socket starts anew with every byte that comes in, and with every one that the kernel takes.
  server.setTimeout(interval, (socket) => {
    const answer = lastAnswer(socket);
    // Who has not asked yet has the deadline of the head.
    if (!answer) return;
    if (isOver(answer)) return void socket.destroy();
    const now = performance.now();
    const known = silences.get(socket);
    const silent = known && now - known.seen < 1.5 * interval ? known : { since: now - interval, seen: now };
    silent.seen = now;
    if (socket.writableLength === 0) silences.delete(socket);
    else if (now - silent.since >= patience) return void socket.destroy();
    else silences.set(socket, silent);
    socket.setTimeout(interval);
  });
};

/**
 * A body that nobody reads has `patience` ms to end once its request is answered; then its connection ends, because
 * the next request stands behind it.
 */
export const endUnreadBody = (request: IncomingMessage, response: ServerResponse, patience: number): void => {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), patience);
    request.once('close', () => clearTimeout(timer));
  });
};
