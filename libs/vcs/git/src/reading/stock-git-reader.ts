import {
  type BlamedLines,
  type Commit,
  type Cut,
  type FileChange,
  type FoundText,
  type LogQuery,
  type Reading,
  type Resolution,
  type TagTarget,
  type TreeEntry,
} from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectInfo, ObjectReader } from '../process/object-reader.js';
import { committedAt } from './commit-object.js';
import { commitsIn, parts, type CommitSource } from './commits-in.js';
import { failureOf } from './command-output.js';
import type { Asked, GitReader } from './git-reader.js';
import { GitBlame } from './git-blame.js';
import { GitDiff } from './git-diff.js';
import { GitSearch } from './git-search.js';
import { GitTree } from './git-tree.js';
import { ObjectReaders } from './object-readers.js';
import { walk } from './path-walk.js';
import { beforeMostIsOver, ReadTurns, type ReadTurn } from './read-turns.js';
import { listedIds, type ListedIds } from './rev-list.js';
import { mustBeServable } from './servable.js';
import { bytesOf } from './tree-records.js';
import { targetsIn } from './tag-targets.js';
import { unlessUnreadable } from './unreadable-objects.js';

/** Commits in their order, with one more where there are more; `known`: all contents of some, by their ids. */
export interface ListedCommits {
  ids: readonly string[];
  known: ReadonlyMap<string, Buffer>;
}

/** Reads by the stock git: objects by long-lived processes, histories by a process each. */
export class StockGitReader implements GitReader {
  private readonly turns = ReadTurns.ofPrograms();
  readonly objects: ObjectReaders;
  private readonly tree: GitTree;
  private readonly diff: GitDiff;
  private readonly blames: GitBlame;
  private readonly searches: GitSearch;

  constructor(private readonly processes: GitProcesses) {
    this.objects = new ObjectReaders(processes);
    this.tree = new GitTree(processes, this.objects, this.turns);
    this.diff = new GitDiff(processes, this.turns);
    this.blames = new GitBlame(processes, this.objects, this.turns);
    this.searches = new GitSearch(processes, this.turns);
  }

  async resolve({ directory, revision, reading }: Asked<'resolve'>): Promise<Resolution> {
    const digits = revision.toLowerCase();
    if (!/^[0-9a-f]{7,40}$/.test(digits)) return { outcome: 'absent' };
    const whole = digits.length === 40;
    const info = await this.objects.read(directory, reading, (reader) => reader.info(digits));
    if (typeof info === 'object' && info.type === 'commit' && info.id.startsWith(digits)) {
      return { outcome: 'found', id: info.id };
    }
    // Of several objects one may be a commit. A branch or tag of hexadecimal digits hides the objects whose ids begin
    // with them.
    return whole ? { outcome: 'absent' } : this.resolvePrefix(directory, digits, reading);
  }

  commitTimes({ directory, ids, reading }: Asked<'commitTimes'>): Promise<(number | null)[]> {
    return this.objects.read(directory, reading, async (reader, turn) => {
      const found: (number | null)[] = [];
      for (const part of parts(ids, turn))
        found.push(...(await Promise.all(part.map((id) => timeOf(reader, id)))));
      return found;
    });
  }

  commits({ directory, ids, reading }: Asked<'commits'>): Promise<(Commit | null)[]> {
    return this.objects.read(directory, reading, (reader, turn) => commitsIn(reader, ids, turn, 'all'));
  }

  log(asked: Asked<'log'>): Promise<Cut<Commit>> {
    return this.page(asked, () => Promise.resolve(undefined));
  }

  /** The same for whoever has another way to list commits. `list` answers undefined where it does not know them. */
  page(
    { directory, query, reading }: Asked<'log'>,
    list: (turn: ReadTurn) => Promise<ListedCommits | undefined>,
  ): Promise<Cut<Commit>> {
    return this.turns.run(directory, reading, async (turn) => {
      const known = await list(turn);
      const { ids, cut } = known ? { ids: known.ids, cut: false } : await this.listed(turn, query);
      const page = ids.slice(0, query.limit);
      const read = (source: CommitSource) => commitsIn(source, page, turn);
      const found = await (known ? read(this.knowing(known, turn)) : this.objects.use(turn, read));
      return { results: found.filter((commit) => commit !== null), more: cut || found.length < ids.length };
    });
  }

  private knowing({ known }: ListedCommits, turn: ReadTurn): CommitSource {
    return {
      contents: (id) => {
        const contents = known.get(id);
        if (!contents) return this.objects.use(turn, (reader) => reader.contents(id));
        return Promise.resolve({ id, type: 'commit', size: contents.length, contents });
      },
    };
  }

  private async listed(turn: ReadTurn, query: LogQuery): Promise<ListedIds> {
    const { path, ...which } = query;
    const bytes = path === undefined ? {} : { bytes: await this.bytesAt(turn, path, query) };
    const over = beforeMostIsOver(turn.reading);
    return listedIds(this.processes, turn.directory, { ...which, ...bytes }, over);
  }

  /** A path that is shown so, at the end of a history or at its beginning. */
  private async bytesAt(turn: ReadTurn, path: string, { from, descendingFrom }: LogQuery): Promise<string> {
    if (!path.includes('\ufffd')) return bytesOf(path);
    for (const commit of [from, descendingFrom]) {
      if (commit === undefined) continue;
      const found = await this.objects.use(turn, (reader) => walk(reader, commit, path, turn.signal));
      if (found) return found.path;
    }
    return bytesOf(path);
  }

  mergeBase(asked: Asked<'mergeBase'>): Promise<string | null> {
    return this.base(asked, () => Promise.resolve(undefined));
  }

  /** The same for whoever has another way to find it. `find` answers undefined where it has not found it. */
  base(
    { directory, one, other, reading }: Asked<'mergeBase'>,
    find: (turn: ReadTurn) => Promise<string | undefined>,
  ): Promise<string | null> {
    return this.turns.run(directory, reading, async (turn) => {
      const { signal } = turn;
      const found = await find(turn);
      if (found !== undefined) return found;
      const command = { command: 'merge-base' as const, directory, ids: [one, other] };
      const { code, stdout, stderr } = await this.processes.run(command, { signal, yielding: true });
      if (code > 1 || code < 0) throw failureOf({ complaint: stderr }, 'the history took too long');
      return code === 0 ? stdout.trim() : null;
    });
  }

  servable({ directory, reading, ...asked }: Asked<'servable'>): Promise<null> {
    return this.turns.run(directory, reading, async (turn) => {
      await mustBeServable(this.processes, turn, asked);
      return null;
    });
  }

  tagTargets({ directory, ids, reading }: Asked<'tagTargets'>): Promise<TagTarget[]> {
    return this.objects.read(directory, reading, (reader, turn) => targetsIn(reader, ids, turn));
  }

  small({ directory, id, most, reading }: Asked<'small'>): Promise<string | null> {
    return this.objects.read(directory, reading, async (reader) => {
      const found = await unlessUnreadable(reader.contents(id));
      const isSmall = typeof found === 'object' && found.type === 'blob' && found.size <= most;
      // What has more than a mebibyte is not all here.
      return isSmall && found.contents.length === found.size ? found.contents.toString('base64') : null;
    });
  }

  entry(asked: Asked<'entry'>): Promise<TreeEntry | null> {
    return this.tree.entry(asked);
  }

  level(asked: Asked<'level'>): Promise<Cut<TreeEntry> | null> {
    return this.tree.level(asked);
  }

  files(asked: Asked<'files'>): Promise<Cut<TreeEntry>> {
    return this.tree.files(asked);
  }

  changes(asked: Asked<'changes'>): Promise<Cut<FileChange>> {
    return this.diff.changes(asked);
  }

  blame(asked: Asked<'blame'>): Promise<Cut<BlamedLines> | null> {
    return this.blames.lines(asked);
  }

  search(asked: Asked<'search'>): Promise<Cut<FoundText>> {
    return this.searches.matches(asked);
  }

  forget(directory: string): void {
    this.objects.forget(directory);
  }

  close(): void {
    this.objects.close();
  }

  private resolvePrefix(directory: string, digits: string, reading: Reading): Promise<Resolution> {
    return this.turns.run(directory, reading, async (turn) => {
      const command = { command: 'rev-parse' as const, directory, flags: [`--disambiguate=${digits}`] };
      const { stdout } = await this.processes.run(command, { signal: turn.signal, yielding: true });
      const ids = stdout.split('\n').filter((line) => line.length === 40);
      const infos = await this.objects.use(turn, (reader) => Promise.all(ids.map((id) => reader.info(id))));
      const commits = infos.filter(
        (info): info is ObjectInfo => typeof info === 'object' && info.type === 'commit',
      );
      if (commits.length > 1) return { outcome: 'ambiguous' };
      return commits[0] ? { outcome: 'found', id: commits[0].id } : { outcome: 'absent' };
    });
  }
}

const timeOf = async (reader: ObjectReader, id: string): Promise<number | null> => {
  const found = await unlessUnreadable(reader.contents(id));
  if (typeof found !== 'object' || found.type !== 'commit') return null;
  return committedAt(found.contents);
};
