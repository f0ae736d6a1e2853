import { join } from 'node:path';

/** Where the large files of a repository are, below its directory. */
export const objectsIn = (directory: string): string => join(directory, 'lfs/objects');

/** Where they are while they come. */
export const incomingIn = (directory: string): string => join(directory, 'lfs/incoming');

/** The directories in which a file lies, the outer one first. */
export const shardsOf = (oid: string): readonly [string, string] => {
  const outer = oid.slice(0, 2);
  return [outer, `${outer}/${oid.slice(2, 4)}`];
};
