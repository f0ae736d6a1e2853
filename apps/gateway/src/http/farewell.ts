import type { Socket } from 'node:net';

/** Milliseconds in which a client that is told to go may read that and hang up by itself. */
export const farewell = 1_000;

/** For a connection that has been ended, with the last that its client is told: one that is still open then is cut. */
export const cutAfterFarewell = (socket: Socket): void => {
  setTimeout(() => socket.destroy(), farewell).unref();
};
