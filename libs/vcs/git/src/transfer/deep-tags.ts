import type { GitProcesses } from '../process/git-processes.js';
import { ObjectReader } from '../process/object-reader.js';
import { mostTags } from './push-traits.js';

/** So many are followed at a time. */
const atOnce = 64;

/**
 * The ids among those of tags from which more than `mostTags` tags are on the way to something else. git follows them
 * one by one, for each ref, whenever it lists or packs refs, or looks for what is reached. `environment` shows the
 * objects of a push; `until`: milliseconds since the epoch.
 * @throws Error when there is no time to find out
 */
export const deepTags = async (
  processes: GitProcesses,
  directory: string,
  ids: ReadonlySet<string>,
  environment: Record<string, string>,
  until: number,
): Promise<ReadonlySet<string>> => {
  const deep = new Set<string>();
  if (ids.size === 0) return deep;
  const reader = new ObjectReader(processes, directory, environment);
  const waiting = ids.values();
  const follow = async (): Promise<void> => {
    for (const id of waiting) if (await isDeep(reader, id, until)) deep.add(id);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, follow));
  } finally {
    reader.close();
  }
  return deep;
};

const isDeep = async (reader: ObjectReader, id: string, until: number): Promise<boolean> => {
  let tag: string | undefined = id;
  for (let seen = 0; seen < mostTags; seen += 1) {
    if (Date.now() > until) throw new Error('there was no time to follow the tags');
    tag = await tagIn(reader, tag);
    if (tag === undefined) return false;
  }
  return true;
};

/** The tag that a tag names, if it names one. */
const tagIn = async (reader: ObjectReader, id: string): Promise<string | undefined> => {
  const found = await reader.contents(id);
  if (typeof found === 'string') return undefined;
  return /^object ([0-9a-f]{40})\ntype tag\n/.exec(found.contents.toString('latin1', 0, 100))?.[1];
};
