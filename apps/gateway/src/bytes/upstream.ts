import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';

/** A transfer that a service has opened for us: where, and the ticket that opens it once. */
export interface Transfer {
  method: 'GET' | 'POST' | 'PUT';
  /** `http://host:port` and a path. */
  address: string;
  ticket: string;
  /** Headers of the body that is sent. */
  headers: Record<string, string>;
}

/**
 * A connection for each transfer. On loopback it costs a tenth of a millisecond, and a kept one that the other
 * side closes in the same instant would lose a body that cannot be sent twice.
 */
const agent = new Agent({ keepAlive: false, noDelay: true });

/** Begins a transfer with a byte process; the caller pipes or ends the body. */
export const begin = ({ method, address, ticket, headers }: Transfer): ClientRequest =>
  request(address, { method, agent, headers: { ...headers, 'x-hf-ticket': ticket } });

/** The headers of a request's body as they are passed on: its length, or chunks. */
export const bodyHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
  ...(headers['content-encoding'] === undefined ? {} : { 'content-encoding': headers['content-encoding'] }),
  ...(headers['transfer-encoding'] === undefined
    ? { 'content-length': headers['content-length'] ?? '0' }
    : { 'transfer-encoding': 'chunked' }),
});
