import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of a connection that are not over. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Lets an answer close with its connection, in any case; to be called of every request. Node closes the one that the
 * client was taking, and forgets those behind it, to requests that were sent ahead: whoever waits for their end would
 * wait for ever, with all that is held for them.
 */
export const closeWithConnection = ({ socket }: IncomingMessage, response: ServerResponse): void => {
  const answers = open.get(socket) ?? watched(socket);
  answers.add(response);
  response.once('close', () => answers.delete(response));
};

/**
 * Resolves when the requests of a connection that had come whole are answered; undefined: they are. For whoever has to
 * refuse what came after them.
 */
export const wholeAnswered = (socket: Socket): Promise<void> | undefined => {
  const last = [...(open.get(socket) ?? [])].filter(({ req }) => req.complete).at(-1);
  return last && new Promise((resolve) => last.once('close', resolve));
};

const watched = (socket: Socket): Set<ServerResponse> => {
  const answers = new Set<ServerResponse>();
  open.set(socket, answers);
  socket.once('close', () => {
    for (const response of answers) {
      // So does Node, but not where it has stopped to read.
      if (!response.req.destroyed) response.req.destroy();
      // Node closes this one by itself.
      if (response.socket) continue;
      response.destroy();
      response.emit('close');
    }
  });
  return answers;
};
