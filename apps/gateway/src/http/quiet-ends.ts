import type { Socket } from 'node:net';

let lines = Error.stackTraceLimit;

/**
 * Has Node listen to a connection so that its end is cheap. For each request that is unanswered then, Node makes an
 * error; where the line of code is that made it, which nobody reads, is a third of all that such a request costs.
 * @param listen adds Node's listeners
 */
export const endQuietly = (socket: Socket, listen: () => void): void => {
  socket.once('close', () => {
    if (Error.stackTraceLimit > 0) lines = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    // Where one of the listeners throws, too.
    process.nextTick(speak);
  });
  listen();
  socket.once('close', speak);
};

const speak = (): void => {
  Error.stackTraceLimit = lines;
};
