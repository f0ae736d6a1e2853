import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The end of the last work of each connection. */
const ends = new WeakMap<Socket, Promise<void>>();

/**
 * Runs the work for a request after all earlier work of its connection has ended: a pipelined request is not
 * looked at before the one before it has had its effect, nor at all when its connection has ended by then. The work
 * must not fail.
 */
export const inTurn = ({ socket }: IncomingMessage, work: () => Promise<void>): void => {
  const before = ends.get(socket);
  const next = (): Promise<void> | undefined => (socket.destroyed ? undefined : work());
  const end = before ? before.then(next) : work();
  ends.set(socket, end);
  void end.then(() => {
    if (ends.get(socket) === end) ends.delete(socket);
  });
};
