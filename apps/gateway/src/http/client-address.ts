import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isTrusted } from './trusted-proxies.js';

/** Nobody has so many proxies one behind the other: what stands before them the client has made up. */
const mostProxies = 32;

/** The client's address; a forwarded one is believed only when a trusted proxy says it. */
export const clientAddress = (request: IncomingMessage, trusted: readonly string[]): string => {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!isTrusted(trusted, peer)) return peer;
  const forwarded = lastParts(String(request.headers['x-forwarded-for'] ?? '')).filter(Boolean);
  // The nearest that is no trusted proxy; all before it the client may have made up, and so where that is no address.
  const nearest = forwarded
    .map(addressIn)
    .find((address) => address === undefined || !isTrusted(trusted, address));
  return nearest ?? peer;
};

/** The parts of a list with commas, the last one first. */
const lastParts = (list: string): string[] => {
  const parts: string[] = [];
  let end = list.length;
  while (end > 0 && parts.length < mostProxies) {
    const comma = list.lastIndexOf(',', end - 1);
    parts.push(list.slice(comma + 1, end).trim());
    end = comma;
  }
  return parts;
};

/** An address as proxies write it, with a port or without; in one form, so that no port makes a client of its own. */
const addressIn = (text: string): string | undefined => {
  const [, bracketed, short] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  // The zone of an address means something on one machine only, and may be of any length.
  const address = (bracketed ?? short ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/s, '');
  return isIP(address) === 0 ? undefined : address;
};
