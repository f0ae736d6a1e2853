import type { Server } from 'node:http';
import { connectionsOf } from './asked-connections.js';

/** So often connections on which nothing is asked any more are closed (ms). */
const looking = 100;
/**
 * They are not so soon after an answer, or after half of the time: a client that is about to ask would not know whether
 * it was heard (ms).
 */
const lingering = 5_000;

/**
 * Lets nobody in any more, and ends when what was asked is answered: what comes over connections that are open is still
 * answered, as the last of its connection. What is not done after the time (ms) is broken off.
 * @param close closes the application of the door
 */
export const closeDoor = async (
  server: Server,
  close: () => Promise<void>,
  transfers: number,
): Promise<void> => {
  // Node and Fastify would end all of them at once.
  server.closeIdleConnections = () => undefined;
  const kept = connectionsOf(server);
  kept.close();
  const look = setInterval(() => kept.endIdle(Math.min(lingering, transfers / 2)), looking);
  const cut = setTimeout(() => server.closeAllConnections(), transfers);
  try {
    await close();
  } finally {
    clearInterval(look);
    clearTimeout(cut);
  }
};
