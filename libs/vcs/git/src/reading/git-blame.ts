import { VcsRefusal, type BlamedLines, type BlameQuery, type Cut, type Signature } from '@holdfast/vcs-spi';
import { isOutOfMemory } from '../process/memory-complaint.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReader } from '../process/object-reader.js';
import { BlameRecords, inOrder, type RawBlame } from './blame-records.js';
import { failureOf, outputOf } from './command-output.js';
import { commitIn, parts } from './commits-in.js';
import type { Asked } from './git-reader.js';
import type { ObjectReaders } from './object-readers.js';
import { walk, type WalkedEntry } from './path-walk.js';
import { bytesOfTexts, remembered } from './remembered.js';
import { beforeItIsOver, type ReadTurn, type ReadTurns } from './read-turns.js';
import { textOf, typeOf } from './tree-records.js';

/** Larger files are not looked at: git holds each version of a file, and compares it, in memory (bytes). */
const mostBytes = 16 << 20;
/** So many pieces of one file are told. */
const mostPieces = 100_000;
/** So many bytes of answers are remembered, of all files together. */
const mostKnown = 16 << 20;
/** Each git process that compares versions may have so much memory (bytes). */
const memory = 512 << 20;

/** Lines of which it is not known where they came from. */
type Unknown = Pick<RawBlame, 'line' | 'count'>;
type Piece = RawBlame | Unknown;

/** Which commits the lines of files came with. What was found out holds for ever, and is remembered. */
export class GitBlame {
  private readonly known = remembered<RawBlame[]>(mostKnown, sizeOf);

  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly turns: ReadTurns,
  ) {}

  lines({ directory, query, reading }: Asked<'blame'>): Promise<Cut<BlamedLines> | null> {
    return this.turns.run(directory, reading, async (turn) => {
      const file = await this.objects.use(turn, (reader) => fileAt(reader, query, turn.signal));
      if (!file) return null;
      const { first = 1, last = '' } = query;
      const key = [directory, query.commit, file.path, first, last].join('\0');
      const known = this.known.get(key);
      // Of such a part git says that it fails, in words that the name of the file makes many.
      const isBeyond =
        !known && (await this.objects.use(turn, (reader) => beginsBeyond(reader, file, query)));
      const found =
        known ?? (isBeyond ? [] : await this.ask(directory, query, file, beforeItIsOver(reading)));
      if (!known && Array.isArray(found) && found.length > 0) this.known.set(key, found);
      return this.objects.use(turn, async (reader) => {
        const pieces = Array.isArray(found) ? found : await withGaps(reader, file, query, found.part);
        return page(reader, pieces, query, turn);
      });
    });
  }

  /** Where git has no time or no memory left, a part. */
  private async ask(
    directory: string,
    { commit, first, last }: BlameQuery,
    { path }: WalkedEntry,
    signal: AbortSignal,
  ): Promise<RawBlame[] | { part: RawBlame[] }> {
    const found: RawBlame[] = [];
    const paths = new Map<string, string>();
    const once = (path: string): string => paths.get(path) ?? (paths.set(path, path), path);
    const take = (lines: RawBlame): number => found.push({ ...lines, path: once(lines.path) });
    const records = new BlameRecords((lines) => take(lines) < mostPieces);
    const range = first === undefined && last === undefined ? [] : [`-L${first ?? ''},${last ?? ''}`];
    const command = {
      command: 'blame' as const,
      directory,
      flags: ['--incremental', ...range],
      ids: [commit],
      path,
    };
    const end = await outputOf(this.processes, command, signal, (piece) => records.read(piece), { memory });
    if (end.whole && found.length < mostPieces) return inOrder(found);
    if (end.whole || signal.aborted || isOutOfMemory(end)) return { part: inOrder(found) };
    throw failureOf(end, 'git blame failed');
  }
}

/** What a piece takes without its path (bytes). */
const bytesOfPiece = 150;

/** Pieces share their paths (bytes). */
const sizeOf = (pieces: readonly RawBlame[]): number =>
  pieces.length * bytesOfPiece + bytesOfTexts(new Set(pieces.map(({ path }) => path)));

const fileAt = async (
  reader: ObjectReader,
  { commit, path }: BlameQuery,
  signal: AbortSignal,
): Promise<WalkedEntry | undefined> => {
  const found = await walk(reader, commit, path, signal);
  if (!found || !['file', 'symlink'].includes(typeOf(found.raw))) return undefined;
  const info = await reader.info(found.raw.id);
  if (typeof info === 'string') return undefined;
  if (info.size > mostBytes) throw new VcsRefusal('too_large', 'the file is too large');
  return found;
};

/** Whether a part is asked for that begins behind the last line. */
const beginsBeyond = async (
  reader: ObjectReader,
  { raw }: WalkedEntry,
  { first, last }: BlameQuery,
): Promise<boolean> =>
  (first !== undefined || last !== undefined) && (first ?? 1) > (await countLines(reader, raw.id));

/** With the lines that nothing was found out about. */
const withGaps = async (
  reader: ObjectReader,
  { raw }: WalkedEntry,
  { first = 1, last = Infinity }: BlameQuery,
  part: readonly RawBlame[],
): Promise<Piece[]> => {
  const end = Math.min(last, await countLines(reader, raw.id));
  const pieces: Piece[] = [];
  let line = first;
  for (const each of part) {
    if (each.line > line) pieces.push({ line, count: each.line - line });
    pieces.push(each);
    line = each.line + each.count;
  }
  if (line <= end) pieces.push({ line, count: end - line + 1 });
  return pieces;
};

const countLines = async (reader: ObjectReader, id: string): Promise<number> => {
  let count = 0;
  let ended = true;
  await reader.each(id, (piece) => {
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) count += 1;
    if (piece.length > 0) ended = piece[piece.length - 1] === 0x0a;
  });
  return ended ? count : count + 1;
};

const page = async (
  reader: ObjectReader,
  pieces: readonly Piece[],
  { offset, limit, backwards }: BlameQuery,
  turn: ReadTurn,
): Promise<Cut<BlamedLines>> => {
  const end = pieces.length - offset;
  const part = backwards
    ? pieces.slice(Math.max(0, end - limit), Math.max(0, end)).reverse()
    : pieces.slice(offset, offset + limit);
  const ids = new Set(part.flatMap((each) => ('id' in each ? [each.id] : [])));
  const authors = await authorsOf(reader, [...ids], turn);
  return { results: part.map((each) => shown(each, authors)), more: end > limit };
};

const authorsOf = async (
  reader: ObjectReader,
  ids: readonly string[],
  turn: ReadTurn,
): Promise<Map<string, Signature>> => {
  const authors = new Map<string, Signature>();
  for (const part of parts(ids, turn))
    for (const commit of await Promise.all(part.map((id) => commitIn(reader, id))))
      if (commit) authors.set(commit.id, commit.author);
  return authors;
};

const shown = (piece: Piece, authors: ReadonlyMap<string, Signature>): BlamedLines => {
  const { line, count } = piece;
  const author = 'id' in piece ? authors.get(piece.id) : undefined;
  if (!('id' in piece) || !author) return { line, count };
  return {
    line,
    count,
    origin: { commit: piece.id, author, path: textOf(piece.path), line: piece.original },
  };
};
