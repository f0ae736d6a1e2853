import type { Server } from 'node:http';

/** So often connections on which nothing is asked any more are closed (ms). */
const looking = 100;

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
  const look = setInterval(() => server.closeIdleConnections(), looking);
  const cut = setTimeout(() => server.closeAllConnections(), transfers);
  try {
    await close();
  } finally {
    clearInterval(look);
    clearTimeout(cut);
  }
};
