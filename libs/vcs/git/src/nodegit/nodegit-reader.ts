import type {
  BlamedLines,
  Commit,
  Cut,
  FileChange,
  FoundText,
  LogQuery,
  Resolution,
  TagTarget,
  TreeEntry,
} from '@holdfast/vcs-spi';
import type { Asked, GitReader } from '../reading/git-reader.js';
import type { ListedCommits, StockGitReader } from '../reading/stock-git-reader.js';
import type { WalkedCommit } from './nodegit-questions.js';
import type { NodegitProcess } from './nodegit-process.js';

/** Further into a history git goes: it passes over commits in half of the time. */
const farthest = 300;

/**
 * Reads histories by nodegit, where they are asked for as they are, and all else by the stock git, as well as what
 * nodegit does not find. Turns and bounds are those of the stock git, since it may be asked each time.
 */
export class NodegitReader implements GitReader {
  constructor(
    private readonly stock: StockGitReader,
    private readonly nodegit: NodegitProcess,
  ) {}

  log(asked: Asked<'log'>): Promise<Cut<Commit>> {
    const { directory, query } = asked;
    if (!isWalk(query)) return this.stock.log(asked);
    const { from, without = [], offset: skip, limit } = query;
    return this.stock.page(asked, async ({ signal }) => {
      const wanted = { from, without, skip, count: limit + 1 };
      const told = await this.nodegit.ask('walk', directory, wanted, signal);
      return told && listed(told);
    });
  }

  mergeBase(asked: Asked<'mergeBase'>): Promise<string | null> {
    const { directory, one, other } = asked;
    // Of two that are the same it does not look whether there is such a commit.
    if (one === other) return this.stock.mergeBase(asked);
    return this.stock.base(asked, ({ signal }) =>
      this.nodegit.ask('base', directory, { one, other }, signal),
    );
  }

  resolve(asked: Asked<'resolve'>): Promise<Resolution> {
    return this.stock.resolve(asked);
  }

  commitTimes(asked: Asked<'commitTimes'>): Promise<(number | null)[]> {
    return this.stock.commitTimes(asked);
  }

  commits(asked: Asked<'commits'>): Promise<(Commit | null)[]> {
    return this.stock.commits(asked);
  }

  servable(asked: Asked<'servable'>): Promise<null> {
    return this.stock.servable(asked);
  }

  tagTargets(asked: Asked<'tagTargets'>): Promise<TagTarget[]> {
    return this.stock.tagTargets(asked);
  }

  small(asked: Asked<'small'>): Promise<string | null> {
    return this.stock.small(asked);
  }

  entry(asked: Asked<'entry'>): Promise<TreeEntry | null> {
    return this.stock.entry(asked);
  }

  level(asked: Asked<'level'>): Promise<Cut<TreeEntry> | null> {
    return this.stock.level(asked);
  }

  files(asked: Asked<'files'>): Promise<Cut<TreeEntry>> {
    return this.stock.files(asked);
  }

  changes(asked: Asked<'changes'>): Promise<Cut<FileChange>> {
    return this.stock.changes(asked);
  }

  blame(asked: Asked<'blame'>): Promise<Cut<BlamedLines> | null> {
    return this.stock.blame(asked);
  }

  search(asked: Asked<'search'>): Promise<Cut<FoundText>> {
    return this.stock.search(asked);
  }
}

const served: readonly string[] = [
  'from',
  'without',
  'oldestFirst',
  'offset',
  'limit',
] satisfies (keyof LogQuery)[];

/**
 * Whether nothing is looked for in it: all commits are asked for, the newest first. Whatever else a query may say one
 * day is for the stock git.
 */
export const isWalk = (query: LogQuery): boolean => {
  const { oldestFirst, offset, limit } = query;
  const isServed = ([name, value]: [string, unknown]): boolean =>
    value === undefined || served.includes(name);
  return Object.entries(query).every(isServed) && !oldestFirst && offset + limit < farthest;
};

const listed = (commits: readonly WalkedCommit[]): ListedCommits => ({
  ids: commits.map(({ id }) => id),
  known: new Map(commits.flatMap(({ id, text }) => (text === undefined ? [] : [[id, Buffer.from(text)]]))),
});
