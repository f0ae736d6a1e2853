import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives up the connection of a request: calls `close`, and resolves when the engine does no more for it. For an engine
 * that goes on where it does not notice. `atOnce`: it is given no time to end by itself.
 */
export type GivingUp = (socket: Socket, close: () => void, atOnce: boolean) => Promise<void>;

/**
 * Ends a request that is not over, as `GivingUp` says. Answers until when the engine may be busy with it; undefined: it
 * is not.
 */
export const endedRequest = (
  request: ClientRequest,
  giveUp: GivingUp | undefined,
  error?: Error,
  atOnce = false,
): Promise<void> | undefined => {
  if (request.destroyed) return undefined;
  const { socket } = request as { socket: Socket | null };
  if (!giveUp || !socket || socket.connecting) {
    request.destroy(error);
    return undefined;
  }
  // Where it is answered meanwhile, nobody else gets the connection that is to be closed.
  request.shouldKeepAlive = false;
  const close = (): void => {
    socket.resetAndDestroy();
    request.destroy(error);
  };
  return giveUp(socket, close, atOnce);
};
