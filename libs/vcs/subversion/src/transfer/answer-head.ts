import { STATUS_CODES, type ClientRequest, type IncomingMessage } from 'node:http';
import type { RelayedHead } from '@holdfast/vcs-spi/engine';

/** Of one connection only, or about a server that clients do not know. */
const unseen = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'server'];

/** What is in a repository never runs in a browser of somebody else, whatever its author says that it is. */
const safety = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', 'sandbox'],
] as const;

/** Whether the body may tell what went wrong on this machine; in it, or for some of what was asked. */
export const isAboutErrors = ({
  statusCode = 502,
  req,
}: IncomingMessage & { req?: ClientRequest }): boolean =>
  statusCode >= 400 || (statusCode === 207 && req?.method === 'PROPPATCH');

/**
 * The head of an answer as clients get it: what comes several times stands in one line, and addresses have no host,
 * which is not that of the client.
 * `told`: the body will be another one, and this is the status.
 */
export const answerHead = (
  { statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage,
  told?: number,
): RelayedHead => {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at].toLowerCase();
    const value = rawHeaders[at + 1];
    if (unseen.includes(name) || (told !== undefined && name === 'content-length')) continue;
    const before = headers.get(name);
    if (name === 'location') headers.set(name, value.replace(/^https?:\/\/[^/]*/i, ''));
    else headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  for (const [name, value] of safety) headers.set(name, value);
  return {
    status: told ?? statusCode,
    reason: told === undefined || told === statusCode ? statusMessage : (STATUS_CODES[told] ?? ''),
    headers: [...headers].flat(),
  };
};
