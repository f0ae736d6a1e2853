import { randomUUID } from 'node:crypto';
import { LineCutter, mustGoOn } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { LfsPointerText } from './lfs-pointer-text.js';
import { IdTexts } from './id-texts.js';

/** Of so many small files of all tips is looked which ones stand for large ones. */
const mostFiles = 500_000;
/** No system takes a longer path: the line of one is cut (characters). */
const longestLine = 8_192;
/** Git says it before each file. It is made anew with each process: no file has such a line. */
const mark = randomUUID();

interface Where {
  directory: string;
  environment: Record<string, string>;
}

interface Watched extends Where {
  signal: AbortSignal;
}

/** Large files for which some of the small ones stand. */
export interface FoundPointers {
  objects: AskedObject[];
  /** How many of the small files have been looked at by then (0 to 1). */
  share: number;
}

/**
 * The large files for which files of these commits stand, as far as these are looked at: of 10,000 files at a time,
 * which are looked at when they are asked for, and of each file one. Nobody asks whether `.gitattributes` says that
 * there are some: git names it as another file where that is the same, and clients may have it elsewhere.
 */
export const lfsPointers = async (
  processes: GitProcesses,
  { directory, environment }: Where,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<AsyncIterable<FoundPointers>> => {
  const where = { directory, environment, signal };
  return pointersOf(processes, where, await smallFiles(processes, where, tips));
};

async function* pointersOf(
  processes: GitProcesses,
  where: Watched,
  small: IdTexts,
): AsyncGenerator<FoundPointers> {
  for (const { text, share } of small.texts()) {
    const pointers = new LfsPointerText(mark);
    await told(processes, where, text, (piece) => pointers.hear(piece));
    yield { objects: pointers.end(), share };
  }
}

/** The files of these commits that have less than a KiB. */
const smallFiles = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  tips: readonly string[],
): Promise<IdTexts> => {
  const found = new IdTexts();
  // Tags may name files: those are as small as the others.
  const filters = ['--filter=object:type=blob', '--filter=blob:limit=1k', '--filter-provided-objects'];
  const flags = ['--objects', '--no-walk', ...filters, '--stdin'];
  const lines = new LineCutter((text) => found.add(text.slice(0, 40)), longestLine, '\n');
  const take = (piece: Buffer): boolean => {
    lines.hear(piece.toString('latin1'));
    return found.count < mostFiles;
  };
  const input = Buffer.from(tips.map((tip) => `${tip}\n`).join(''));
  const end = await outputOf(processes, { command: 'rev-list', directory, flags }, signal, take, {
    input,
    environment,
  });
  mustGoOn(signal);
  if (!end.whole) throw failureOf(end, 'the files could not be listed');
  return found;
};

/** Hands over what is in these files, piece by piece, with the line `mark` before each file. */
const told = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  ids: string,
  hear: (piece: string) => void,
): Promise<void> => {
  const take = (piece: Buffer): boolean => {
    hear(piece.toString('latin1'));
    return true;
  };
  mustGoOn(signal);
  const flags = [`--batch=${mark}`, '--buffer'];
  const end = await outputOf(processes, { command: 'cat-file', directory, flags }, signal, take, {
    input: Buffer.from(ids),
    environment,
  });
  mustGoOn(signal);
  if (!end.whole) throw failureOf(end, 'the files could not be read');
};
