import type { Socket } from 'node:net';

const lasts = new WeakMap<Socket, Promise<void>>();

/**
 * Runs the work after all earlier work of the same connection has ended: a pipelined request is not looked at
 * before the one before it has had its effect. The work must not fail.
 */
export const inTurn = (socket: Socket, work: () => Promise<void>): void => {
  const before = lasts.get(socket);
  const mine = before ? before.then(work) : work();
  lasts.set(socket, mine);
  void mine.then(() => {
    if (lasts.get(socket) === mine) lasts.delete(socket);
  });
};
