import type { IncomingMessage } from 'node:http';

export interface DiscardLimits {
  bytes: number;
  milliseconds: number;
}

/**
 * Where the event loop stood still, the time is over before what came meanwhile is read. All that a kernel holds of it
 * is read in so many turns.
 */
const lastTurns = 8;

/** Reads a body and drops it. True: it ended within the limits, the connection can go on; false: give it up. */
export const discard = (req: IncomingMessage, { bytes, milliseconds }: DiscardLimits): Promise<boolean> =>
  new Promise((resolve) => {
    if (req.complete || req.destroyed) {
      req.resume();
      resolve(req.complete);
      return;
    }
    let left = bytes;
    const settle = (whole: boolean): void => {
      clearTimeout(timer);
      req.off('data', count).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(whole);
    };
    const count = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) settle(false);
    };
    const onEnd = (): void => settle(true);
    const onClose = (): void => settle(req.complete);
    const lastLook = (turns: number): void => {
      if (req.complete || turns === 0) settle(req.complete);
      else setImmediate(lastLook, turns - 1);
    };
    const timer = setTimeout(lastLook, milliseconds, lastTurns);
    req.on('data', count).on('end', onEnd).on('close', onClose).on('error', onClose);
    req.resume();
  });
