import type { IncomingMessage } from 'node:http';
import { setImmediate as parserIsDone } from 'node:timers/promises';
import { hasWholeBody, type ComingRequest } from '@holdfast/kernel';
import type { BytePeers, PeerPort } from '@holdfast/platform/byte-ports';

/** A byte process does not know the ticket, or not any more: the process that gave it was replaced. */
export const unknownTicket = 421;

/** A transfer that a service has opened for us: where, and the ticket that opens it once. */
export interface Transfer {
  method: string;
  /** `http://host:port`, and a path if there is one. */
  address: string;
  /** Absent: the headers say by what it is opened. */
  ticket?: string;
  /** Headers of the body that is sent, and others. */
  headers: Record<string, string>;
  /** `traceparent`, where it is recorded. */
  trace?: string | undefined;
}

/** What goes to whom: the head of the request. */
export interface AimedRequest {
  to: PeerPort;
  head: string;
}

const form = /^([a-z]+:\/\/([^/\s]+))(\/\S*)?$/;

/** @throws PeerRefused where bytes must not go there, Error where a header is none */
export const requestOf = (
  { method, address, ticket, headers, trace }: Transfer,
  peers: Pick<BytePeers, 'to'>,
): AimedRequest => {
  const [, origin = address, host, path = '/'] = form.exec(address) ?? [];
  const to = peers.to(origin);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  if (ticket !== undefined) lines.push(`x-hf-ticket: ${ticket}`);
  if (trace !== undefined) lines.push(`traceparent: ${trace}`);
  for (const name in headers) lines.push(`${name}: ${headers[name]}`);
  if (lines.some((line) => /[\r\n]/.test(line))) throw new Error('a header with a line break');
  return { to, head: `${lines.join('\r\n')}\r\n\r\n` };
};

/** The headers of a request's body as they are passed on: its length, where it is known or all has come; or chunks. */
export const bodyHeaders = (request: ComingBody): Record<string, string> => {
  const { headers } = request;
  return {
    ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
    ...(headers['content-encoding'] === undefined ? {} : { 'content-encoding': headers['content-encoding'] }),
    ...(headers['transfer-encoding'] === undefined
      ? { 'content-length': headers['content-length'] ?? '0' }
      : hasWholeBody(request)
        ? { 'content-length': String(request.readableLength) }
        : { 'transfer-encoding': 'chunked' }),
  };
};

/** A request with a body. */
type ComingBody = ComingRequest & Pick<IncomingMessage, 'headers'>;

/**
 * To be awaited before the head of a transfer is made. A parser tells of the end of a body after all that follows from
 * the pieces before it has been done: by then a small one is seen to be whole, and goes on together with the head.
 */
export const untilParsed = async ({ complete, readableLength }: ComingRequest): Promise<void> => {
  if (!complete && readableLength > 0) await parserIsDone();
};
