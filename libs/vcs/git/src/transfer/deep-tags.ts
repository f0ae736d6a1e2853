import type { GitProcesses } from '../process/git-processes.js';
import { ObjectReader } from '../process/object-reader.js';
import { taggedIn } from '../reading/commit-object.js';
import { mostTags } from './push-traits.js';

/** So many tags are remembered. */
const mostKnown = 100_000;
/** So many are followed at a time. */
const atOnce = 64;

/** Where tags lead. */
export interface TagWays {
  /** Those that lead through too many others. */
  readonly deep: ReadonlySet<string>;
  /** All tags on the ways, with those that were asked about. */
  readonly passed: Iterable<string>;
}

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
): Promise<TagWays> => {
  const deep = new Set<string>();
  if (ids.size === 0) return { deep, passed: [] };
  const reader = new ObjectReader(processes, directory, { environment });
  const chains = new TagChains(reader, until);
  const waiting = ids.values();
  const follow = async (): Promise<void> => {
    for (const id of waiting) if ((await chains.length(id)) > mostTags) deep.add(id);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, follow));
  } finally {
    reader.close();
  }
  return { deep, passed: chains.passed };
};

/** What tags lead to, where each is read once: many references may name the same ones. */
class TagChains {
  /** How many tags are on the way from a tag, with itself; of a long way, more than may be. */
  private readonly known = new Map<string, number>();

  /** All that were read, as far as they are remembered. */
  get passed(): Iterable<string> {
    return this.known.keys();
  }

  constructor(
    private readonly reader: ObjectReader,
    private readonly until: number,
  ) {}

  async length(id: string): Promise<number> {
    const way: string[] = [];
    let tag: string | undefined = id;
    while (tag !== undefined && way.length <= mostTags && !this.known.has(tag)) {
      if (Date.now() > this.until) throw new Error('there was no time to follow the tags');
      way.push(tag);
      tag = await tagIn(this.reader, tag);
    }
    const beyond = tag === undefined ? 0 : (this.known.get(tag) ?? 1);
    const length = way.length + beyond;
    // Of a way that was not followed to its end, nothing is known but that it is too long from its beginning.
    const told = way.length > mostTags ? way.slice(0, 1) : way;
    for (const [at, each] of told.entries())
      if (this.known.size < mostKnown) this.known.set(each, length - at);
    return length;
  }
}

/** The tag that a tag names, if it names one. */
const tagIn = async (reader: ObjectReader, id: string): Promise<string | undefined> => {
  const found = await reader.contents(id);
  const tagged = typeof found === 'string' ? undefined : taggedIn(found.contents);
  return tagged?.type === 'tag' ? tagged.id : undefined;
};
