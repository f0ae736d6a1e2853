import { randomUUID } from 'node:crypto';
import { LineCutter, mustGoOn } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { LfsPointerText } from './lfs-pointer-text.js';
import { IdTexts } from './id-texts.js';

/** Of so many small files of all tips is looked which ones stand for large ones. */
const mostFiles = 500_000;
/** Files of all tips, of which those are looked for that say how others are kept. */
const mostSeen = 5_000_000;
/** So much is read of the files that say how others are kept (bytes). In a few hundred bytes of a pack are many MiB. */
const mostRead = 64 << 20;
const says = 'filter=lfs';
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
 * which are looked at when they are asked for, and of each file one. Undefined: the commits keep none.
 */
export const lfsPointers = async (
  processes: GitProcesses,
  { directory, environment }: Where,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<AsyncIterable<FoundPointers> | undefined> => {
  const where = { directory, environment, signal };
  // They are often longer than what stands for a large file: a line for each sort of files.
  const attributes = await files(processes, where, tips, { limit: '1m', ending: '.gitattributes' });
  if (!(await usesLfs(processes, where, attributes))) return undefined;
  return pointersOf(processes, where, await files(processes, where, tips, { limit: '1k', ending: '' }));
};

async function* pointersOf(
  processes: GitProcesses,
  where: Watched,
  small: IdTexts,
): AsyncGenerator<FoundPointers> {
  for (const { text, share } of small.texts()) {
    const pointers = new LfsPointerText(mark);
    await told(processes, where, text, (piece) => {
      pointers.hear(piece.toString('latin1'));
      return true;
    });
    yield { objects: pointers.end(), share };
  }
}

/** The files of these commits that have less than so many bytes and such a name. */
const files = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  tips: readonly string[],
  { limit, ending }: { limit: '1k' | '1m'; ending: string },
): Promise<IdTexts> => {
  const found = new IdTexts();
  let seen = 0;
  // Tags may name files: those are as small as the others.
  const filters = ['--filter=object:type=blob', `--filter=blob:limit=${limit}`, '--filter-provided-objects'];
  const flags = ['--objects', '--no-walk', ...filters, '--stdin'];
  const lines = new LineCutter(
    (text) => {
      seen += 1;
      if (ending === '' || text.endsWith(`/${ending}`) || text.endsWith(` ${ending}`))
        found.add(text.slice(0, 40));
    },
    longestLine,
    '\n',
  );
  const take = (piece: Buffer): boolean => {
    lines.hear(piece.toString('latin1'));
    return found.count < mostFiles && seen < mostSeen;
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

/** Whether they may say that some are kept as large files. */
const usesLfs = async (processes: GitProcesses, where: Watched, attributes: IdTexts): Promise<boolean> => {
  let [uses, room, last] = [false, mostRead, ''];
  const take = (piece: Buffer): boolean => {
    room -= piece.length;
    // It may come in two pieces.
    const text = last + piece.toString('latin1');
    last = text.slice(-says.length);
    uses ||= room < 0 || text.includes(says);
    return !uses;
  };
  for (const { text } of attributes.texts()) {
    await told(processes, where, text, take);
    if (uses) break;
  }
  return uses;
};

/** Hands over what is in these files, piece by piece until no more is wanted, with the line `mark` before each file. */
const told = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  ids: string,
  take: (piece: Buffer) => boolean,
): Promise<void> => {
  mustGoOn(signal);
  const flags = [`--batch=${mark}`, '--buffer'];
  const end = await outputOf(processes, { command: 'cat-file', directory, flags }, signal, take, {
    input: Buffer.from(ids),
    environment,
  });
  mustGoOn(signal);
  if (!end.whole) throw failureOf(end, 'the files could not be read');
};
