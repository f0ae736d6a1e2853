import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';

/** A transfer that a service has opened for us: where, and the ticket that opens it once. */
export interface Transfer {
  method: 'GET' | 'POST' | 'PUT';
  /** `http://host:port`, and a path if there is one. */
  address: string;
  ticket: string;
  /** Headers of the body that is sent. */
  headers: Record<string, string>;
}

/**
 * Connections are used again while they are fresh: an idle one is closed here after `idle` ms, before the other
 * side's five seconds (Node's default) are over, so that no body is sent into a connection that is being closed.
 */
const idle = 3_000;
const agent = new Agent({
  keepAlive: true,
  noDelay: true,
  timeout: idle,
  maxFreeSockets: 64,
  scheduling: 'lifo',
});

const form = /^http:\/\/([^:/]+):(\d+)(\/.*)?$/;

/** Begins a transfer with a byte process; the caller pipes or ends the body. @throws when the address is none. */
export const begin = ({ method, address, ticket, headers }: Transfer): ClientRequest => {
  const [, host, port, path = '/'] = form.exec(address) ?? [];
  if (host === undefined) throw new Error('a byte process gave an address that is none');
  return request({ host, port, path, method, agent, headers: { ...headers, 'x-hf-ticket': ticket } });
};

/** The headers of a request's body as they are passed on: its length, or chunks. */
export const bodyHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
  ...(headers['content-encoding'] === undefined ? {} : { 'content-encoding': headers['content-encoding'] }),
  ...(headers['transfer-encoding'] === undefined
    ? { 'content-length': headers['content-length'] ?? '0' }
    : { 'transfer-encoding': 'chunked' }),
});
