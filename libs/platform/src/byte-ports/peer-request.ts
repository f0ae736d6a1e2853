import { request as plainRequest, type ClientRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { BytePeers } from './byte-peers.js';

/** A request to a byte port of its own connection. @throws PeerRefused where this process does not connect to it */
export const peerRequest = (
  peers: BytePeers,
  { address, path }: { address: string; path: string },
  options: RequestOptions,
): ClientRequest => {
  const to = peers.to(address);
  const all = { ...options, ...peers.connecting(to), agent: false };
  return to.secure ? secureRequest(address + path, all) : plainRequest(address + path, all);
};
