import { percentDecoded, type DoorRefusal, type RequestHead } from '@holdfast/kernel';
import type { VcsHttp } from '@holdfast/vcs-spi';
import { repositoryIdOf } from './repository-id.js';
import { wireCommands } from './wire-commands.js';

const notServed: DoorRefusal = { status: 404, reason: "not found: only Mercurial's protocol is served" };

/** Arguments of what writes are names and a hash; those of what reads are as long as its body may be (bytes). */
const longestArguments = 1 << 20;

/** In which clients send arguments and what they understand. */
const passed = /^x-hg(?:arg|proto)-\d{1,4}$|^x-hgargs-post$/;

/**
 * Mercurial's protocol over HTTP and nothing else: its pages for people are not served. Which command it is stands in
 * the query, whatever the method: clients read with POST, too.
 */
export const mercurialHttp: VcsHttp = {
  writing: 'push to it',
  asked: (head, { rest, query }) => {
    const repository = /%2f/i.test(rest) ? undefined : repositoryIdOf(percentDecoded(rest) ?? '');
    const command = commandIn(query);
    const service = command === undefined ? undefined : wireCommands.get(command);
    if (repository === undefined || service === undefined) return notServed;
    const method = head.method === 'POST' ? 'POST' : 'GET';
    const exchange = { method, path: `/?${query}`, headers: engineHeaders(head) };
    return { repository, service, exchange, refused: malformed(head, service === 'write') };
  },
  readOf: ({ method, path, headers }) => {
    if (!Object.keys(headers).every((name) => passed.test(name))) return undefined;
    const command = commandOf(path);
    const reads = command !== undefined && wireCommands.get(command) === 'read';
    return reads && (method === 'GET' || method === 'POST') ? 'read' : undefined;
  },
};

/** The command of a request that is served (`TransferGrant.exchange.path`). */
export const commandOf = (path: string): string | undefined => {
  const [, query] = /^\/\?(.*)$/s.exec(path) ?? [];
  return query === undefined ? undefined : commandIn(query);
};

/** What the engine reads as it is read here: it ends a query at a `#`, and keeps a `?` at the beginning. */
const readAlike = /^(?!\?)[\x21\x22\x24-\x7e]*$/;

/** The one command that a query names. */
const commandIn = (query: string): string | undefined => {
  const named = new URLSearchParams(query).getAll('cmd');
  return named.length === 1 && readAlike.test(query) ? named[0] : undefined;
};

const engineHeaders = ({ headers }: RequestHead): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (passed.test(name) && typeof value === 'string') found[name] = value;
  return found;
};

const malformed = ({ method, headers }: RequestHead, writes: boolean): DoorRefusal | undefined => {
  const methods = writes ? ['POST'] : ['GET', 'HEAD', 'POST'];
  if (!methods.includes(method ?? ''))
    return { status: 405, reason: `only ${methods.join(', ')} here`, headers: ['Allow', methods.join(', ')] };
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    return { status: 415, reason: 'the body must be sent plain' };
  if (method === 'POST' && headers['content-length'] === undefined)
    return { status: 411, reason: 'the length of the body must be told' };
  const posted = headers['x-hgargs-post'] ?? '0';
  if (typeof posted !== 'string' || !/^\d{1,12}$/.test(posted))
    return { status: 400, reason: 'the length of the arguments is not a number' };
  if (writes && Number(posted) > longestArguments)
    return { status: 413, reason: 'the arguments are too long' };
  return undefined;
};
