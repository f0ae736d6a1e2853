import type { ServerChannel } from 'ssh2';

/** No client that people use takes packets of less (bytes); RFC 4253, section 6.1, asks for 32 KiB. */
const least = 4 * 1024;

/**
 * Whether a channel takes packets of a size that is worth sending. The library cuts what it writes to that size in one
 * turn: at one byte it would hold up everybody for seconds, at none for ever.
 */
export const takesPackets = ({ outgoing }: Pick<ServerChannel, 'outgoing'>): boolean =>
  typeof outgoing === 'object' &&
  outgoing !== null &&
  'packetSize' in outgoing &&
  Number(outgoing.packetSize) >= least;
