import { VcsRefusal, type Cut, type TreeEntry } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReader } from '../process/object-reader.js';
import { pageEntries, type EntryWindow } from './entry-window.js';
import type { Asked } from './git-reader.js';
import type { ObjectReaders } from './object-readers.js';
import { ReadTurns } from './read-turns.js';
import { entryOf, ListedRecords, textOf, TreeRecords, typeOf, type RawEntry } from './tree-records.js';

/** So many sizes are asked for at a time. */
const atOnce = 500;
/** The directories on one path that are looked through have no more altogether (bytes): some 400,000 entries. */
const mostWalked = 16 << 20;

/** Directories and files at commits. No path is ever part of a question to git: it takes expressions there. */
export class GitTree {
  private readonly lookups = ReadTurns.ofLookups();

  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly turns: ReadTurns,
  ) {}

  entry({ directory, commit, path, reading }: Asked<'entry'>): Promise<TreeEntry | null> {
    return this.lookups.run(directory, reading, (signal) =>
      this.objects.use(directory, async (reader) => {
        const found = await walk(reader, commit, path, signal);
        if (!found) return null;
        const above = found.path.slice(0, -found.raw.name.length).replace(/\/$/, '');
        const [entry] = await sized(reader, [entryOf(found.raw, textOf(above))]);
        return entry;
      }),
    );
  }

  level({ directory, query, reading }: Asked<'level'>): Promise<Cut<TreeEntry> | null> {
    return this.turns.run(directory, reading, (signal) =>
      this.objects.use(directory, async (reader) => {
        const found = await walk(reader, query.commit, query.path, signal);
        if (!found || typeOf(found.raw) !== 'directory') return null;
        const above = textOf(found.path);
        const read = (window: EntryWindow): Promise<void> =>
          eachEntry(reader, found.raw.id, signal, new TreeRecords((entry) => void window.take(entry)));
        const { entries, more } = await pageEntries(query, above === '' ? '' : `${above}/`, read);
        return {
          results: await sized(
            reader,
            entries.map((raw) => entryOf(raw, above)),
          ),
          more,
        };
      }),
    );
  }

  files({ directory, query, reading }: Asked<'files'>): Promise<Cut<TreeEntry>> {
    return this.turns.run(directory, reading, async (signal) => {
      const read = (window: EntryWindow): Promise<void> => this.list(directory, query.commit, window, signal);
      const { entries, more } = await pageEntries(query, '', read);
      const found = entries.map((raw) => entryOf(raw, ''));
      return { results: await this.objects.use(directory, (reader) => sized(reader, found)), more };
    });
  }

  /** Ends git as soon as the window has what it wants. */
  private async list(
    directory: string,
    commit: string,
    window: EntryWindow,
    signal: AbortSignal,
  ): Promise<void> {
    const command = { command: 'ls-tree' as const, directory, flags: ['-r', '-z', '--full-tree', commit] };
    const child = this.processes.start(command, ['ignore', 'pipe', 'ignore'], { yielding: true });
    const stop = (): void => this.processes.end(child);
    signal.addEventListener('abort', stop, { once: true });
    const records = new ListedRecords((entry) => window.take(entry));
    let failure: VcsRefusal | undefined;
    let enough = false;
    child.stdout?.on('data', (piece: Buffer) => {
      if (enough) return;
      try {
        enough = !records.read(piece);
      } catch (error) {
        enough = true;
        failure = error instanceof VcsRefusal ? error : new VcsRefusal('unavailable', String(error));
      }
      if (enough) stop();
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    signal.removeEventListener('abort', stop);
    if (failure) throw failure;
    if (!enough && code !== 0) throw new VcsRefusal('unavailable', 'the files took too long');
  }
}

interface Found {
  raw: RawEntry;
  /** From the root, a character for each byte. */
  path: string;
}

/**
 * What a path leads to; the root has no name.
 * @throws VcsRefusal `unavailable` where the directories on the way are too large, or nobody waits any longer
 */
const walk = async (
  reader: ObjectReader,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<Found | undefined> => {
  const root = await reader.info(`${commit}^{tree}`);
  if (typeof root === 'string') return undefined;
  let found: Found = { raw: { mode: '040000', name: '', id: root.id }, path: '' };
  let walked = 0;
  for (const name of path === '' ? [] : path.split('/')) {
    if (typeOf(found.raw) !== 'directory') return undefined;
    const { id } = found.raw;
    const info = walked === 0 ? root : await reader.info(id);
    walked += typeof info === 'string' ? 0 : info.size;
    if (walked > mostWalked) throw new VcsRefusal('unavailable', 'the directories of a path are too large');
    const raw = await named(reader, id, name, signal);
    if (!raw) return undefined;
    found = { raw, path: found.path === '' ? raw.name : `${found.path}/${raw.name}` };
  }
  return found;
};

/** The entry of a directory with this name; else the first whose name is no UTF-8 and shows so. */
const named = async (
  reader: ObjectReader,
  tree: string,
  name: string,
  signal: AbortSignal,
): Promise<RawEntry | undefined> => {
  const wanted = Buffer.from(name).toString('latin1');
  const lossy = name.includes('\ufffd');
  let exact: RawEntry | undefined;
  let alike: RawEntry | undefined;
  const look = (entry: RawEntry): void => {
    if (entry.name === wanted) exact = entry;
    else if (lossy && textOf(entry.name) === name) alike ??= entry;
  };
  await eachEntry(reader, tree, signal, new TreeRecords(look, lossy ? undefined : wanted.length));
  return exact ?? alike;
};

/** Takes nothing more apart once nobody waits any longer. */
const eachEntry = async (
  reader: ObjectReader,
  tree: string,
  signal: AbortSignal,
  records: TreeRecords,
): Promise<void> => {
  const awaited = (): void => {
    if (signal.aborted) throw new VcsRefusal('unavailable', 'a directory took too long');
  };
  awaited();
  const found = await reader.each(tree, (piece) => {
    awaited();
    records.read(piece);
  });
  if (typeof found === 'string')
    throw new VcsRefusal('unavailable', 'a directory is missing in the repository');
};

/** With the sizes of what has one. */
const sized = async (reader: ObjectReader, entries: TreeEntry[]): Promise<TreeEntry[]> => {
  const found: TreeEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    const part = entries.slice(at, at + atOnce).map(async (entry) => {
      if (entry.type !== 'file' && entry.type !== 'symlink') return entry;
      const info = await reader.info(entry.id);
      return typeof info === 'string' ? entry : { ...entry, size: info.size };
    });
    found.push(...(await Promise.all(part)));
  }
  return found;
};
