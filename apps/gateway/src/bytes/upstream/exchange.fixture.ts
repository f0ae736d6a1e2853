import { setImmediate as turn } from 'node:timers/promises';
import type { Transfer } from './transfer-request.js';
import { Upstream } from './upstream.js';

/** An exchange whose request has no body. */
export const asked = (transfer: Transfer): Upstream => {
  const upstream = new Upstream(transfer);
  upstream.body.end();
  return upstream;
};

/** The body of an answer, every piece of which is looked at only after `pausing`; undefined: it broke off. */
export const takenBody = async (
  upstream: Upstream,
  pausing: () => Promise<unknown> = turn,
): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = [];
  await upstream.head;
  const whole = await upstream.carry(async (piece) => {
    expect(piece.length).toBeLessThanOrEqual(256 * 1024);
    await pausing();
    pieces.push(Buffer.from(piece));
    return true;
  });
  return whole ? Buffer.concat(pieces) : undefined;
};

/** What is heard of a body whose head may not come. */
export const heardOf = async (upstream: Upstream): Promise<string> => {
  try {
    await upstream.head;
  } catch {
    return 'no head';
  }
  return (await takenBody(upstream))?.toString() ?? 'half a body';
};
