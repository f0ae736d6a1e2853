import type { IncomingMessage } from 'node:http';

/** A transfer that a service has opened for us: where, and the ticket that opens it once. */
export interface Transfer {
  method: string;
  /** `http://127.0.0.1:port`, and a path if there is one. */
  address: string;
  ticket: string;
  /** Headers of the body that is sent. */
  headers: Record<string, string>;
}

export interface Port {
  host: string;
  port: number;
}

/** Byte processes listen on the loopback interface only: a service cannot send us anywhere else. */
const form = /^http:\/\/(127\.0\.0\.1):(\d+)(\/\S*)?$/;

/** Where a transfer goes, and the head of its request. @throws when the address is none. */
export const requestOf = ({ method, address, ticket, headers }: Transfer): { to: Port; head: string } => {
  const [, host, port, path = '/'] = form.exec(address) ?? [];
  if (host === undefined) throw new Error('a byte process gave an address that is none');
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}:${port}`, `x-hf-ticket: ${ticket}`];
  for (const name in headers) lines.push(`${name}: ${headers[name]}`);
  if (lines.some((line) => /[\r\n]/.test(line))) throw new Error('a header with a line break');
  return { to: { host, port: Number(port) }, head: `${lines.join('\r\n')}\r\n\r\n` };
};

/** The headers of a request's body as they are passed on: its length, or chunks. */
export const bodyHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
  ...(headers['content-encoding'] === undefined ? {} : { 'content-encoding': headers['content-encoding'] }),
  ...(headers['transfer-encoding'] === undefined
    ? { 'content-length': headers['content-length'] ?? '0' }
    : { 'transfer-encoding': 'chunked' }),
});
