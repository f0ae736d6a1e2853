import type { DoorRefusal, RequestHead } from '@holdfast/kernel';
import type { VcsHttp } from '@holdfast/vcs-spi';
import { davAddress, isCanonical, type DavAddress } from './dav-address.js';
import { openPath, openWork } from './open-work.js';
import { answerHeaders, areUsual, rootHeader, serverHeaders } from './dav-headers.js';
import { davRefusal } from './dav-refusal.js';
import { changesAt, isOwn, isServed } from './server-place.js';

const reading = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'];
const writing = [
  ...['POST', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH', 'MERGE'],
  ...['LOCK', 'UNLOCK', 'CHECKOUT', 'MKACTIVITY'],
];

/** Where properties of anything else than of what is under way would be changed: those of revisions. */
const isOfRevision = (below: string): boolean => isOwn(below) && !openWork.test(below);

const notServed: DoorRefusal = { status: 404, reason: 'not found: this is no address in a repository' };
const elsewhere: DoorRefusal = {
  status: 400,
  reason: 'the request names an address outside of this repository',
};
const tooDeep: DoorRefusal = { status: 400, reason: 'properties are told with a depth of 0 or 1' };
const notUnderWay: DoorRefusal = {
  status: 403,
  reason: 'what a repository has is changed by transactions only',
};
const changedOnly = (changes: readonly string[]): DoorRefusal => ({
  status: 405,
  reason: 'a revision that is not committed yet can only be changed or given up',
  headers: ['Allow', changes.join(', ')],
});
const notLockable: DoorRefusal = {
  status: 405,
  reason: 'files are locked by their own addresses',
  headers: ['Allow', reading.join(', ')],
};
const unknown: DoorRefusal = {
  status: 405,
  reason: 'the method is none of those of Subversion',
  headers: ['Allow', [...reading, ...writing].join(', ')],
};

/** WebDAV and DeltaV as far as clients of Subversion use them: the method says whether a request writes. */
export const subversionHttp: VcsHttp = {
  writing: 'commit to it',
  answerHeaders,
  refusalBody: davRefusal,
  asked: (head, { base, rest, query }) => {
    const named = davAddress(base, rest);
    if (!named) return notServed;
    const address = { ...named, below: labelled(head, named.below) };
    const { repository, root, below } = address;
    const { method = '' } = head;
    const headers = serverHeaders(head, address);
    const path = `${root}${below}${query === '' ? '' : `?${query}`}`;
    return {
      repository,
      service: serviceOf(method, below),
      exchange: { method: method === 'HEAD' ? 'GET' : method, path, headers: headers ?? {} },
      refused: refusalOf(head, address, headers),
    };
  },
  readOf: ({ method, path, headers }) => {
    const root = headers[rootHeader];
    if (root === undefined || !path.startsWith(root) || !areUsual(headers)) return undefined;
    const [below] = path.slice(root.length).split('?');
    if (
      !isCanonical(below) ||
      !isServed(below) ||
      !reading.includes(method) ||
      depthRefusal({ method, headers })
    )
      return undefined;
    return serviceOf(method, below) === 'read' ? 'read' : undefined;
  },
};

/** The revision that a client means who names it in a header (RFC 3253, 8.3): older ones, and those in Java. */
const labelled = ({ method, headers: { label } }: RequestHead, below: string): string =>
  method === 'PROPFIND' && below === '/!svn/vcc/default' && /^\d{1,10}$/.test(String(label))
    ? `/!svn/bln/${Number(label)}`
    : below;

/** `headers`: what the server would get; undefined where one of them names something outside of the repository. */
const refusalOf = (
  head: RequestHead,
  address: DavAddress,
  headers: Record<string, string> | undefined,
): DoorRefusal | undefined => {
  const { method = '' } = head;
  if (!reading.includes(method) && !writing.includes(method)) return unknown;
  if (!isServed(address.below)) return notServed;
  const changes = changesAt(address.below);
  if (changes?.includes(method) === false) return changedOnly(changes);
  if (/^(?:UN)?LOCK$/.test(method) && isOwn(address.below)) return notLockable;
  if (!headers) return elsewhere;
  return depthRefusal(head) ?? mergeRefusal(head, address) ?? walkRefusal(head, address, headers);
};

/**
 * Clients go down one level at a time; a whole repository in one answer is for nobody. SVNKit names no depth where it
 * asks for the lock of a file; the server refuses it of a directory.
 */
const depthRefusal = ({ method, headers: { depth } }: RequestHead): DoorRefusal | undefined =>
  method === 'PROPFIND' && depth !== undefined && depth !== '0' && depth !== '1' ? tooDeep : undefined;

/**
 * What becomes a revision is named in the body; the server fails where the request is about a part of it, or about
 * what is its own.
 */
const mergeRefusal = ({ method }: RequestHead, { below }: DavAddress): DoorRefusal | undefined =>
  method === 'MERGE' && isOwn(below) ? notUnderWay : undefined;

/**
 * The server would go through all that is below a directory before it refuses these, and it ends its process where
 * something is copied to what is under way as a whole; no client of Subversion sends them.
 */
const walkRefusal = (
  { method }: RequestHead,
  { root, below }: DavAddress,
  { destination = '' }: Record<string, string>,
): DoorRefusal | undefined => {
  if (method !== 'COPY' && method !== 'DELETE' && method !== 'MOVE') return undefined;
  const isUnderWay = method === 'COPY' ? openPath.test(destination.slice(root.length)) : openWork.test(below);
  return isUnderWay ? undefined : notUnderWay;
};

const serviceOf = (method: string, below: string): string => {
  // What is under way is nobody's to read but his who writes it.
  if (reading.includes(method)) return openWork.test(below) ? 'write' : 'read';
  return method === 'PROPPATCH' && isOfRevision(below) ? 'revise' : 'write';
};
