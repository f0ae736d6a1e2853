import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives up the connection of a request: calls `close`, and resolves when the engine does no more for it. For an engine
 * that goes on where it does not notice.
 */
export type GivingUp = (socket: Socket, close: () => void) => Promise<void>;

/** Ends a request that is not over. Answers until when the engine may be busy with it; undefined: it is not. */
export const endedRequest = (
  request: ClientRequest,
  giveUp: GivingUp | undefined,
  error?: Error,
): Promise<void> | undefined => {
  if (request.destroyed) return undefined;
  const { socket } = request as { socket: Socket | null };
  if (!giveUp || !socket || socket.connecting) {
    request.destroy(error);
    return undefined;
  }
  // Where it is answered meanwhile, nobody else gets the connection that is to be closed.
  request.shouldKeepAlive = false;
  return giveUp(socket, () => {
    socket.resetAndDestroy();
    request.destroy(error);
  });
};
