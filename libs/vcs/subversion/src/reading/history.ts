import { loopShare, ownText } from '@holdfast/kernel';
import {
  lengthOf,
  mostMessage,
  mostText,
  toldBeginning,
  type Commit,
  type Cut,
  type LevelQuery,
  type LogQuery,
  type Reading,
  type TreeEntry,
  type TreeQuery,
} from '@holdfast/vcs-spi';
import { youngestIn } from '../process/youngest.js';
import type { ListedNode, LogItem } from './listing.js';
import { nameInOrder, sortedBy } from './sorted-by.js';
import { entryOf } from './tree-entry.js';
import type { SubversionReader } from './subversion-reader.js';

interface Asked {
  directory: string;
  reading: Reading;
}

/** More of a name is not told (characters). */
const mostName = 1 << 10;
/** So much is told of each message where there is no room for more of them (bytes in JSON). */
const beginning = 1 << 10;

/** What the engine reads for the kind; revisions are decimal texts. */
export class History {
  constructor(private readonly reader: SubversionReader) {}

  /**
   * In the order of the question; null for what is no revision. Where all messages together are too long, those of the
   * newest are cut. `bare`: without messages.
   */
  async commits({
    directory,
    reading,
    ids,
    bare = false,
  }: Asked & { ids: readonly string[]; bare?: boolean }): Promise<(Commit | null)[]> {
    const found = new Map<string, Commit>();
    let room = mostText;
    const most = (): number => {
      if (bare) return 0;
      return room > 0 ? mostMessage : beginning;
    };
    const youngest = await youngestIn(directory);
    const wanted = [...new Set(ids.map(Number))].filter((id) => id >= 1 && id <= youngest);
    const asked = new Set(wanted.map(String));
    for (const [start, end] of runsOf(wanted))
      await this.reader.log({ directory, reading, peg: youngest, start, end, limit: 0, bare }, (item) => {
        if (!asked.has(item.revision)) return true;
        const commit = commitOf(item, most());
        room -= lengthOf(commit);
        found.set(item.revision, commit);
        return true;
      });
    return ids.map((id) => found.get(id) ?? null);
  }

  async log({ directory, reading, query }: Asked & { query: LogQuery }): Promise<Cut<Commit>> {
    const { path, oldestFirst, offset, limit } = query;
    const from = Number(query.from);
    const last = Math.max(0, ...[...(query.without ?? []), ...descending(query)].map(Number));
    // The server knows no larger numbers than those of revisions.
    if (offset >= from - last) return { results: [], more: false };
    const [start, end] = oldestFirst ? [last + 1, from] : [from, last + 1];
    const isFiltered = [query.author, query.text, query.before, query.after].some(
      (each) => each !== undefined,
    );
    const results: Commit[] = [];
    let matched = 0;
    let characters = 0;
    let isLong = false;
    const most = isFiltered ? 0 : offset + limit + 1;
    const asked = {
      directory,
      reading,
      peg: from,
      start,
      end,
      limit: most,
      ...(path === undefined ? {} : { path }),
    };
    await this.reader.log(asked, (item) => {
      const commit = commitOf(item, mostMessage);
      if (!matches({ author: commit.author, message: item.message }, query)) return true;
      if (characters >= mostText) isLong = true;
      if (isLong) return false;
      matched += 1;
      if (matched > offset && results.length < limit) {
        results.push(commit);
        characters += lengthOf(commit);
      }
      return matched <= offset + limit;
    });
    return { results, more: isLong || matched > offset + limit };
  }

  async entry({
    directory,
    reading,
    commit,
    path,
  }: Asked & { commit: string; path: string }): Promise<TreeEntry | null> {
    if (!isPath(path)) return null;
    const [found] = (await this.reader.list({ directory, reading }, commit, path, 0)) ?? [];
    return found ? entryOf(commit, found) : null;
  }

  async level({ directory, reading, query }: Asked & { query: LevelQuery }): Promise<Cut<TreeEntry> | null> {
    const { commit, path } = query;
    if (!isPath(path)) return null;
    const [itself, ...found] = (await this.reader.list({ directory, reading }, commit, path, 1)) ?? [];
    if (!itself?.isDirectory) return null;
    const page = await pageOf(found, query);
    const entries = page.results.map((each) => entryOf(commit, each));
    if (!query.withCommits) return { results: entries, more: page.more };
    const ids = page.results.map(({ revision }) => revision);
    const touched = await this.commits({ directory, reading, ids });
    const results: TreeEntry[] = [];
    let characters = 0;
    for (const [index, entry] of entries.entries()) {
      // Each entry has all of its revision with it, also where many have the same one.
      if (characters >= mostText) return { results, more: true };
      const last = touched[index];
      characters += last ? lengthOf(last) : 0;
      results.push(last ? { ...entry, commit: last } : entry);
    }
    return { results, more: page.more };
  }

  async files({ directory, reading, query }: Asked & { query: TreeQuery }): Promise<Cut<TreeEntry>> {
    const { commit, text, backwards, offset, limit } = query;
    const part = text?.toLowerCase();
    const results: TreeEntry[] = [];
    let matched = 0;
    for await (const file of this.reader.files({ directory, reading }, commit, '', backwards)) {
      if (part !== undefined && !file.path.toLowerCase().includes(part)) continue;
      matched += 1;
      if (matched > offset + limit) return { results, more: true };
      if (matched > offset) results.push(entryOf(commit, file));
    }
    return { results, more: false };
  }
}

/** Each of its parts stands for itself. */
export const isPath = (path: string): boolean =>
  path === '' ||
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));

const descending = ({ descendingFrom }: LogQuery): string[] =>
  descendingFrom === undefined ? [] : [descendingFrom];

/** Revisions that follow each other are asked for together. */
const runsOf = (wanted: readonly number[]): [first: number, last: number][] => {
  const runs: [number, number][] = [];
  for (const one of [...wanted].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && one <= run[1] + nearEnough) run[1] = one;
    else runs.push([one, one]);
  }
  return runs;
};

/** Some more in one answer cost less than another question. */
const nearEnough = 20;

const commitOf = ({ revision, author, at, message }: LogItem, most: number): Commit => {
  const who = { name: apart(author.slice(0, mostName), author), email: '', at };
  const whole = message.replace(/\n$/, '');
  const told = toldBeginning(whole, most);
  return {
    id: revision,
    parents: revision === '1' ? [] : [String(Number(revision) - 1)],
    author: who,
    committer: who,
    message: told,
    ...(told.length < whole.length ? { cut: true } : {}),
  };
};

/** The beginning of a text, so that it does not keep all of it in memory. */
const apart = (told: string, whole: string): string =>
  told.length + 1 < whole.length ? ownText(told) : told;

const matches = ({ author, message }: Pick<Commit, 'author' | 'message'>, query: LogQuery): boolean => {
  const holds = (text: string, part: string | undefined): boolean =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  return (
    holds(`${author.name} <${author.email}>`, query.author) &&
    holds(message, query.text) &&
    (query.before === undefined || author.at < query.before) &&
    (query.after === undefined || author.at > query.after)
  );
};

/** Of what lies in one directory, of which there may be very much. */
const pageOf = async (
  nodes: readonly ListedNode[],
  { text, backwards, offset, limit }: TreeQuery,
): Promise<Cut<ListedNode>> => {
  const part = text?.toLowerCase();
  const wanted: ListedNode[] = [];
  for (const node of nodes) {
    if (part === undefined || node.path.toLowerCase().includes(part)) wanted.push(node);
    if (loopShare.isOver) await loopShare.pass();
  }
  const all = await sortedBy(wanted, nameInOrder);
  if (backwards) all.reverse();
  return { results: all.slice(offset, offset + limit), more: offset + limit < all.length };
};
