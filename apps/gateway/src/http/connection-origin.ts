import type { Socket } from 'node:net';
import { addressBlock, addressNetwork } from '@holdfast/kernel';
import { isTrusted } from './trusted-proxies.js';

/** From where a connection comes, as they are counted. */
export interface ConnectionOrigin {
  readonly network: string;
  /** In the network. */
  readonly block: string;
}

/** Kept: it is asked of each request, and a socket that has been closed does not know any more who its peer was. */
const origins = new WeakMap<Socket, ConnectionOrigin>();

/** `proxies`: they carry many clients, so each of their connections is a network of its own. */
export const originOf = (connection: Socket, proxies: readonly string[]): ConnectionOrigin => {
  const known = origins.get(connection);
  if (known) return known;
  const { remoteAddress = '' } = connection;
  const peer = peerOf(connection);
  const origin = isTrusted(proxies, remoteAddress)
    ? { network: peer, block: peer }
    : { network: addressNetwork(remoteAddress), block: addressBlock(remoteAddress) };
  origins.set(connection, origin);
  return origin;
};

/** The other end of a connection. */
export const peerOf = ({ remoteAddress = '', remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;
