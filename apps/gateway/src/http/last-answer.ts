import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const last = new WeakMap<Socket, ServerResponse>();

/** To be called of every request: its answer is the last of its connection so far. */
export const noteAnswer = ({ socket }: IncomingMessage, response: ServerResponse): void =>
  void last.set(socket, response);

/** The answer to the last request of a connection; undefined: none has come whole yet. */
export const lastAnswer = (socket: Socket): ServerResponse | undefined => last.get(socket);

/** Resolves when every request of a connection that has a whole head is answered. Undefined: all are. */
export const allAnswered = (socket: Socket): Promise<void> | undefined => {
  const answer = last.get(socket);
  if (!answer || answer.closed) return undefined;
  return new Promise((resolve) => answer.once('close', resolve));
};
