import { lengthOf, mostText, type Commit, type Cut, type Reading, type TreeEntry } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReader } from '../process/object-reader.js';
import { failureOf, outputOf } from './command-output.js';
import { commitIn } from './commits-in.js';
import { pageEntries, type EntryWindow } from './entry-window.js';
import type { Asked } from './git-reader.js';
import { LastCommits, type DirectoryAt } from './last-commits.js';
import type { ObjectReaders } from './object-readers.js';
import { eachEntry, walk } from './path-walk.js';
import { beforeItIsOver, beforeMostIsOver, ReadTurns } from './read-turns.js';
import { entryOf, ListedRecords, textOf, TreeRecords, typeOf, type RawEntry } from './tree-records.js';

/** So many sizes are asked for at a time. */
const atOnce = 500;

/** Directories and files at commits. No path is ever part of a question to git: it takes expressions there. */
export class GitTree {
  private readonly lookups = ReadTurns.ofLookups();
  private readonly lastCommits: LastCommits;

  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly turns: ReadTurns,
  ) {
    this.lastCommits = new LastCommits(processes, objects);
  }

  entry({ directory, commit, path, reading }: Asked<'entry'>): Promise<TreeEntry | null> {
    return this.lookups.run(directory, reading, (turn) =>
      this.objects.use(turn, async (reader) => {
        const found = await walk(reader, commit, path, turn.signal);
        if (!found) return null;
        const above = found.path.slice(0, -found.raw.name.length).replace(/\/$/, '');
        const [entry] = await sized(reader, [entryOf(found.raw, textOf(above))]);
        return entry;
      }),
    );
  }

  level({ directory, query, reading }: Asked<'level'>): Promise<Cut<TreeEntry> | null> {
    return this.turns.run(directory, reading, async (turn) => {
      const { signal } = turn;
      const page = await this.objects.use(turn, async (reader) => {
        const found = await walk(reader, query.commit, query.path, signal);
        if (!found || typeOf(found.raw) !== 'directory') return null;
        const above = textOf(found.path);
        const over = beforeMostIsOver(reading);
        const read = async (window: EntryWindow): Promise<boolean> => {
          let isOver = false;
          const records = new TreeRecords((entry) => window.take(entry) && !(isOver = over.aborted));
          await eachEntry(reader, found.raw.id, signal, records);
          return !isOver;
        };
        const prefix = above === '' ? '' : `${above}/`;
        const { results: entries, more } = await pageEntries(query, prefix, read);
        const results = await sized(
          reader,
          entries.map((raw) => entryOf(raw, above)),
        );
        return { results, more, entries, path: found.path };
      });
      if (!page || !query.withCommits) return page && { results: page.results, more: page.more };
      return this.withCommits({ turn, commit: query.commit, path: page.path }, page, reading);
    });
  }

  /** A page of a directory with the commits that touched its entries last; cut where these are large. */
  private async withCommits(
    at: DirectoryAt,
    { results, entries, more }: Cut<TreeEntry> & { entries: RawEntry[] },
    reading: Reading,
  ): Promise<Cut<TreeEntry>> {
    const ids = await this.lastCommits.of(at, entries, beforeItIsOver(reading));
    return this.objects.use(at.turn, async (reader) => {
      const commits = new Map<string, Commit | null>();
      const shown: TreeEntry[] = [];
      let text = 0;
      for (const [index, entry] of results.entries()) {
        if (text >= mostText) break;
        const id = ids.get(entries[index].name);
        if (id !== undefined && !commits.has(id)) commits.set(id, await commitIn(reader, id));
        const commit = id === undefined ? undefined : commits.get(id);
        text += commit ? lengthOf(commit) : 0;
        shown.push(commit ? { ...entry, commit } : entry);
      }
      return { results: shown, more: more || shown.length < results.length };
    });
  }

  files({ directory, query, reading }: Asked<'files'>): Promise<Cut<TreeEntry>> {
    return this.turns.run(directory, reading, async (turn) => {
      const over = beforeMostIsOver(reading);
      const read = (window: EntryWindow): Promise<boolean> =>
        this.list(directory, query.commit, window, over);
      const { results: entries, more } = await pageEntries(query, '', read);
      const found = entries.map((raw) => entryOf(raw, ''));
      return { results: await this.objects.use(turn, (reader) => sized(reader, found)), more };
    });
  }

  /** Ends git as soon as the window has what it wants, or the time is over: false. */
  private async list(
    directory: string,
    commit: string,
    window: EntryWindow,
    signal: AbortSignal,
  ): Promise<boolean> {
    const flags = ['-r', '-z', '--full-tree'];
    const command = { command: 'ls-tree' as const, directory, flags, ids: [commit] };
    const records = new ListedRecords((entry) => window.take(entry));
    const end = await outputOf(this.processes, command, signal, (piece) => records.read(piece));
    if (!end.whole && !signal.aborted) throw failureOf(end, 'git ls-tree failed');
    return end.whole;
  }
}

/** With the sizes of what has one. */
const sized = async (reader: ObjectReader, entries: TreeEntry[]): Promise<TreeEntry[]> => {
  const found: TreeEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    const part = entries.slice(at, at + atOnce);
    const infos = await reader.infos(part.filter(hasSize).map(({ id }) => id));
    let next = 0;
    for (const entry of part) {
      const info = hasSize(entry) ? infos[next++] : 'missing';
      const { name, path, type, mode, id } = entry;
      found.push(typeof info === 'string' ? entry : { name, path, type, mode, id, size: info.size });
    }
  }
  return found;
};

const hasSize = ({ type }: TreeEntry): boolean => type === 'file' || type === 'symlink';
