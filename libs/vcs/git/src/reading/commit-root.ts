import type { ObjectReader } from '../process/object-reader.js';

/** The id of the directory that a commit (a full id) has; undefined where there is no such commit. */
export const rootOf = async (
  reader: Pick<ObjectReader, 'contents'>,
  commit: string,
): Promise<string | undefined> => {
  const found = await reader.contents(commit);
  if (typeof found === 'string' || found.type !== 'commit') return undefined;
  return /^tree ([0-9a-f]{40})\n/i.exec(found.contents.toString('latin1', 0, 64))?.[1].toLowerCase();
};
