import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrusted } from './trusted-proxies.js';

export interface TransportOptions {
  /** The door speaks TLS itself. */
  tls?: object;
  trustedProxies: readonly string[];
  /** Seconds for which browsers shall come by HTTPS only; 0: no longer. */
  hsts: number;
}

/**
 * Tells the clients that came by HTTPS to come by nothing else (RFC 6797). Undefined where none can: a door without TLS
 * and without a proxy that may say that it has it. Nobody else is told: whoever reads plain HTTP may have written it.
 */
export const strictTransport = ({
  tls,
  trustedProxies,
  hsts,
}: TransportOptions): ((request: IncomingMessage, response: ServerResponse) => void) | undefined => {
  if (!tls && trustedProxies.length === 0) return undefined;
  const policy = `max-age=${hsts}`;
  return (request, response) => {
    if (tls || cameByHttps(request, trustedProxies)) response.setHeader('Strict-Transport-Security', policy);
  };
};

/** A trusted proxy says it; of several in a row all do. */
const cameByHttps = ({ socket, headers }: IncomingMessage, trusted: readonly string[]): boolean => {
  const said = headers['x-forwarded-proto'];
  if (said === undefined || !isTrusted(trusted, socket.remoteAddress)) return false;
  return String(said)
    .split(',')
    .every((scheme) => scheme.trim().toLowerCase() === 'https');
};
