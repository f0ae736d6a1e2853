import type { RequestHead } from '@holdfast/kernel';
import { sameRepository, type DavAddress } from './dav-address.js';
import { isOwn } from './server-place.js';

/**
 * Where a repository lies in the addresses of its clients. Only the door sets it: no client's header goes by itself.
 */
export const rootHeader = 'x-hf-root';

/** What of a client's request the server is to see, besides what describes the body. */
const passed = [
  'accept',
  'accept-encoding',
  'dav',
  'depth',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'lock-token',
  'overwrite',
  'range',
  'timeout',
  'user-agent',
  'x-svn-base-fulltext-md5',
  'x-svn-options',
  'x-svn-result-fulltext-md5',
  'x-svn-version-name',
];

/** The revision of which somebody knows what he changes. */
const versionName = 'x-svn-version-name';

/**
 * Whether the server may see it. It looks for what is under way behind it, also where nothing is, and ends its process:
 * clients say it of files and directories of a transaction, and of what they lock.
 */
const isVersionOf = (method: string, below: string, version: string | undefined): boolean =>
  /^\d{1,10}$/.test(version ?? '') &&
  (/^\/!svn\/(?:v?txr|wrk)\/./.test(below)
    ? ['PUT', 'PROPPATCH', 'DELETE'].includes(method)
    : method === 'LOCK' && !isOwn(below));

/** Whether none of them says more than what a client may, of nothing but the address of the request. */
export const areUsual = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).every((name) => name === rootHeader || passed.includes(name));

/** What of the server's answers clients get, besides what every answer has. */
export const answerHeaders: readonly string[] = [
  'accept-ranges',
  'allow',
  'content-range',
  'content-security-policy',
  'dav',
  'etag',
  'last-modified',
  'location',
  'lock-token',
  'ms-author-via',
  'svn-allow-bulk-updates',
  'svn-me-resource',
  'svn-repository-mergeinfo',
  'svn-repository-root',
  'svn-repository-uuid',
  'svn-rev-root-stub',
  'svn-rev-stub',
  'svn-supported-posts',
  'svn-txn-name',
  'svn-txn-root-stub',
  'svn-txn-stub',
  'svn-vtxn-name',
  'svn-vtxn-root-stub',
  'svn-vtxn-stub',
  'svn-youngest-rev',
  'vary',
  'x-content-type-options',
  'x-svn-creation-date',
  'x-svn-lock-owner',
  'x-svn-result-fulltext-md5',
];

/**
 * The headers that the server gets of a request for `below` in the repository at `root`; undefined where one of them
 * names something outside of the repository.
 */
export const serverHeaders = (
  { method = '', headers }: RequestHead,
  { root, below }: Pick<DavAddress, 'root' | 'below'>,
): Record<string, string> | undefined => {
  const sent: Record<string, string> = { [rootHeader]: root };
  for (const name of passed) {
    const value = headers[name];
    if (value !== undefined) sent[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if (!isVersionOf(method, below, sent[versionName])) delete sent[versionName];
  // Directories cannot be locked: the server would look through them first.
  if (method === 'LOCK') sent.depth = '0';
  const { destination, if: condition } = headers;
  if (destination !== undefined) {
    const path = typeof destination === 'string' ? sameRepository(root, destination) : undefined;
    if (path === undefined) return undefined;
    sent.destination = path;
  }
  if (condition !== undefined) {
    const inside = typeof condition === 'string' ? insideOf(root, condition) : undefined;
    if (inside === undefined) return undefined;
    sent.if = inside;
  }
  return sent;
};

/**
 * The conditions of an `If` header, with paths for the addresses that stand before their brackets. Each character is
 * looked at once: a header may have thousands of brackets that nothing closes.
 */
const insideOf = (root: string, condition: string): string | undefined => {
  let inside = '';
  let at = 0;
  for (const { index } of condition.matchAll(/[(<]/g)) {
    if (index < at) continue;
    const isAddress = condition[index] === '<';
    const end = condition.indexOf(isAddress ? '>' : ')', index);
    if (end < 0) return undefined;
    const part = condition.slice(index + 1, end);
    const said = isAddress ? sameRepository(root, part) : part;
    if (said === undefined) return undefined;
    inside += condition.slice(at, index) + (isAddress ? `<${said}>` : `(${said})`);
    at = end + 1;
  }
  return inside + condition.slice(at);
};
