import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const last = new WeakMap<Socket, ServerResponse>();

/** To be called of every request: its answer is the last of its connection so far. */
export const noteAnswer = ({ socket }: IncomingMessage, response: ServerResponse): void =>
  void last.set(socket, response);

/** The answer to the last request of a connection; undefined: none has come whole yet. */
export const lastAnswer = (socket: Socket): ServerResponse | undefined => last.get(socket);

/** Nobody hears of its end any more. One that closed with its connection says only that it is destroyed. */
export const isOver = ({ closed, destroyed }: ServerResponse): boolean => closed || destroyed;

/**
 * Does the work when the answer before it has been taken: who sends requests ahead and reads nothing has one answer in
 * memory. Not at all when the connection ends before.
 */
export const afterAnswer = (before: ServerResponse | undefined, socket: Socket, work: () => void): void => {
  if (!before || isOver(before)) return work();
  before.once('close', () => {
    if (!socket.destroyed) work();
  });
};

/** Resolves when every request of a connection that has a whole head is answered. Undefined: all are. */
export const allAnswered = (socket: Socket): Promise<void> | undefined => {
  const answer = last.get(socket);
  if (!answer || isOver(answer)) return undefined;
  return new Promise((resolve) => answer.once('close', resolve));
};
