import type { ServerResponse } from 'node:http';

/**
 * Writes a piece of an answer, whose memory is free afterwards. `true`: at once, as the kernel has taken all of it,
 * which it does almost always, so that nothing need be waited for; else a promise of that, or of false: the client
 * went away.
 */
export const written = (response: ServerResponse, piece: Buffer): true | Promise<boolean> => {
  if (response.destroyed) return Promise.resolve(false);
  let settle: ((taken: boolean) => void) | undefined;
  // Uncorked it goes to the kernel now, together with its framing, and not in the next tick.
  response.cork();
  response.write(piece, (error) => settle?.(!error));
  response.uncork();
  if (response.writableLength === 0) return true;
  return new Promise((resolve) => {
    const gone = (): void => resolve(false);
    settle = (taken) => {
      response.off('close', gone);
      resolve(taken);
    };
    response.once('close', gone);
  });
};
