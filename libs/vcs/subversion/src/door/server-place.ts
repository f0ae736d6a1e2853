/**
 * What the server knows below its own word, each with what follows it. It fails at anything else, and reads `1x` as
 * a revision.
 */
const places = [
  'me',
  'vcc/default',
  String.raw`(?:bln|rev)/\d+`,
  String.raw`(?:ver|bc|rvr)/\d+(?:/.*)?`,
  'act/[^/]+',
  '(?:wrk|v?tx[nr])/[^/]+(?:/.*)?',
  String.raw`wbl/[^/]+/\d+`,
];
const known = new RegExp(`^/!svn/(?:${places.join('|')})/?$`, 's');

/** Whether an address below a repository, a canonical one, is one of the server's own. */
export const isOwn = (below: string): boolean => /^\/!svn(?:\/|$)/.test(below);

/** Whether it is none of the server's own that there are not. */
export const isServed = (below: string): boolean => !isOwn(below) || known.test(below);

/**
 * What older clients ask of the properties of a revision that is under way: to be changed. The server ends its process,
 * and what it does for others with it, where it is asked to tell or remove them.
 */
export const isChangedOnly = (below: string): boolean => below.startsWith('/!svn/wbl/');
