import {
  lengthOf,
  mostText,
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
import type { ObjectContents, ObjectInfo, ObjectReader } from '../process/object-reader.js';
import { annotationOf, taggedIn } from './commit-object.js';
import { commitsIn, parts } from './commits-in.js';
import { failureOf } from './command-output.js';
import type { Asked, GitReader } from './git-reader.js';
import { GitBlame } from './git-blame.js';
import { GitDiff } from './git-diff.js';
import { GitSearch } from './git-search.js';
import { GitTree } from './git-tree.js';
import { ObjectReaders } from './object-readers.js';
import { walk } from './path-walk.js';
import { beforeMostIsOver, ReadTurns, type ReadTurn } from './read-turns.js';
import { listedIds } from './rev-list.js';
import { bytesOf } from './tree-records.js';
import { unlessUnreadable } from './unreadable-objects.js';

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

  log({ directory, query, reading }: Asked<'log'>): Promise<Cut<Commit>> {
    return this.turns.run(directory, reading, async (turn) => {
      const { path, ...which } = query;
      const bytes = path === undefined ? {} : { bytes: await this.bytesAt(turn, path, query) };
      const over = beforeMostIsOver(reading);
      const { ids, cut } = await listedIds(this.processes, directory, { ...which, ...bytes }, over);
      const page = ids.slice(0, query.limit);
      const found = await this.objects.use(turn, (reader) => commitsIn(reader, page, turn));
      return { results: found.filter((commit) => commit !== null), more: cut || found.length < ids.length };
    });
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

  mergeBase({ directory, one, other, reading }: Asked<'mergeBase'>): Promise<string | null> {
    return this.turns.run(directory, reading, async ({ signal }) => {
      const command = { command: 'merge-base' as const, directory, values: [one, other] };
      const { code, stdout, stderr } = await this.processes.run(command, { signal, yielding: true });
      if (code > 1 || code < 0) throw failureOf({ complaint: stderr }, 'the history took too long');
      return code === 0 ? stdout.trim() : null;
    });
  }

  tagTargets({ directory, ids, reading }: Asked<'tagTargets'>): Promise<TagTarget[]> {
    return this.objects.read(directory, reading, async (reader, turn) => {
      const found: TagTarget[] = [];
      let room = mostText;
      for (const part of parts(ids, turn)) {
        for (const target of await Promise.all(part.map((id) => targetOf(reader, id)))) {
          found.push(within(room, target));
          room -= Math.min(room, target.annotation ? lengthOf(target.annotation) : 0);
        }
      }
      return found;
    });
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

/** With as much of the message as there is room for. */
const within = (room: number, target: TagTarget): TagTarget => {
  const { annotation } = target;
  if (!annotation || annotation.message.length <= room) return target;
  return { ...target, annotation: { ...annotation, message: annotation.message.slice(0, room), cut: true } };
};

const timeOf = async (reader: ObjectReader, id: string): Promise<number | null> => {
  const found = await unlessUnreadable(reader.contents(id));
  if (typeof found !== 'object' || found.type !== 'commit') return null;
  const time = /^committer .*> (-?\d+) [+-]\d+$/m.exec(found.contents.toString('latin1'))?.[1];
  return time === undefined ? null : Number(time);
};

const targetOf = async (reader: ObjectReader, id: string): Promise<TagTarget> => {
  const info = await reader.info(id);
  if (typeof info === 'string') return {};
  if (info.type === 'commit') return { commit: id };
  if (info.type !== 'tag') return {};
  const object = await unlessUnreadable(reader.contents(id));
  if (typeof object !== 'object') return {};
  const commit = await taggedCommit(reader, object);
  return { ...(commit === undefined ? {} : { commit }), annotation: annotationOf(object) };
};

/** No more tags lead to one another: a push of longer chains is refused. */
const mostTagsInChain = 64;

/** The commit to which a tag leads, also by way of other tags. */
const taggedCommit = async (reader: ObjectReader, tag: ObjectContents): Promise<string | undefined> => {
  let contents = tag.contents;
  for (let length = 1; length <= mostTagsInChain; length += 1) {
    const tagged = taggedIn(contents);
    if (tagged?.type === 'commit') {
      const commit = await reader.info(tagged.id);
      return typeof commit === 'object' && commit.type === 'commit' ? tagged.id : undefined;
    }
    const next = tagged?.type === 'tag' ? await unlessUnreadable(reader.contents(tagged.id)) : undefined;
    if (typeof next !== 'object') return undefined;
    contents = next.contents;
  }
  return undefined;
};
