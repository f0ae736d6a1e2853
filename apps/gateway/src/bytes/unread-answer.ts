import type { ServerResponse } from 'node:http';

/** A client that takes nothing of its answer for so long is given up. Milliseconds. */
const unreadAfter = 15 * 60_000;

/** Streams an answer by `send`; a connection on which nothing moves meanwhile is closed, which ends the streaming. */
export const whileItMoves = async <T>(
  res: ServerResponse,
  send: () => Promise<T>,
  patience = unreadAfter,
): Promise<T> => {
  const { socket } = res;
  socket?.setTimeout(patience);
  try {
    return await send();
  } finally {
    socket?.setTimeout(0);
  }
};
