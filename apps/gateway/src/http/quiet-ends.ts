import type { Socket } from 'node:net';

/**
 * Has Node listen to a connection so that its end is cheap. For each request that is unanswered then, Node makes an
 * error; where the line of code is that made it, which nobody reads, is a third of all that such a request costs.
 * @param listen adds Node's listeners
 */
export const endQuietly = (socket: Socket, listen: () => void): void => {
  let lines = Error.stackTraceLimit;
  socket.once('close', () => {
    lines = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  listen();
  socket.once('close', () => {
    Error.stackTraceLimit = lines;
  });
};
