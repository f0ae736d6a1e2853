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
  'v?txn/[^/]+',
  '(?:wrk|v?txr)/[^/]+(?:/.*)?',
  String.raw`wbl/[^/]+/\d+`,
];
const known = new RegExp(`^/!svn/(?:${places.join('|')})/?$`, 's');

/** Whether an address below a repository, a canonical one, is one of the server's own. */
export const isOwn = (below: string): boolean => /^\/!svn(?:\/|$)/.test(below);

/** Whether it is none of the server's own that there are not. */
export const isServed = (below: string): boolean => !isOwn(below) || known.test(below);

/** What clients ask of a revision that is under way: older ones to change its properties, others to give it up, too. */
const changes = new Map<string | undefined, readonly string[]>([
  ['wbl', ['PROPPATCH']],
  ['txn', ['PROPPATCH', 'DELETE']],
  ['vtxn', ['PROPPATCH', 'DELETE']],
]);

/**
 * The methods by which a revision that is under way is changed; undefined: it is none. The server ends its process, and
 * what it does for others with it, where it is asked what such a revision says of itself.
 */
export const changesAt = (below: string): readonly string[] | undefined =>
  changes.get(/^\/!svn\/([^/]*)\//.exec(below)?.[1]);
