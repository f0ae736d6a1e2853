import type { ServerResponse } from 'node:http';

/** Writes a piece of an answer. True: the kernel has its bytes, the memory is free; false: the client went away. */
export const written = (res: ServerResponse, piece: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const gone = (): void => resolve(false);
    res.once('close', gone);
    res.write(piece, (error) => {
      res.off('close', gone);
      resolve(!error);
    });
  });
