/**
 * What is under way in a repository: transactions, and activities, which older clients have in their place. In the
 * canonical form of an address below the repository; its first group is the server's word for it, the second the name.
 */
export const openWork = /^\/!svn\/(v?tx[nr]|act|wrk|wbl)(?:\/([^/]*)|$)/;

/** A file or a directory in it, by its address in the same form. */
export const openPath = /^\/!svn\/(?:v?txr|wrk)\/[^/]+\/./;
