import { randomUUID } from 'node:crypto';
import { ownText } from '@holdfast/kernel';
import { LineCutter, mustGoOn } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { tellObjects } from '../packs/told-objects.js';
import { IdTexts } from './id-texts.js';

/** Of so many small files of all tips is looked which ones stand for large ones. */
const mostFiles = 500_000;
/** How long git may take to tell what stands in the files of one text of ids (ms). */
const looking = 10 * 60_000;
/** No system takes a longer path: the line of one is cut (characters). */
const longestLine = 8_192;
const version = 'version https://git-lfs.github.com/spec/v1';
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
  const { small, attributes } = await smallFiles(processes, where, tips);
  return (await usesLfs(processes, where, attributes)) ? pointersOf(processes, where, small) : undefined;
};

async function* pointersOf(
  processes: GitProcesses,
  where: Watched,
  small: IdTexts,
): AsyncGenerator<FoundPointers> {
  for (const { text, share } of small.texts()) {
    const objects: AskedObject[] = [];
    await told(
      processes,
      where,
      text,
      pointerLines((found) => objects.push(found)),
    );
    yield { objects, share };
  }
}

/** Takes lines of what git says of files, and hands over for which large file one stands. */
const pointerLines = (found: (object: AskedObject) => void): ((line: string) => void) => {
  let next: 'mark' | 'version' | 'oid' | 'size' = 'mark';
  let oid = '';
  return (line) => {
    if (line === mark) next = 'version';
    else if (next === 'version') next = line === version ? 'oid' : 'mark';
    else if (next === 'oid') {
      oid = /^oid sha256:([0-9a-f]{64})$/.exec(line)?.[1] ?? '';
      next = oid === '' ? 'mark' : 'size';
    } else if (next === 'size') {
      const size = /^size (\d{1,15})$/.exec(line)?.[1];
      if (size !== undefined) found({ oid: ownText(oid), size: Number(size) });
      next = 'mark';
    }
  };
};

/** The files of these commits that are small, and those among them that say how others are kept. */
const smallFiles = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  tips: readonly string[],
): Promise<{ small: IdTexts; attributes: IdTexts }> => {
  const small = new IdTexts();
  const attributes = new IdTexts();
  // Tags may name files: those are as small as the others.
  const filters = ['--filter=object:type=blob', '--filter=blob:limit=1k', '--filter-provided-objects'];
  const flags = ['--objects', '--no-walk', ...filters, '--stdin'];
  const line = (text: string): void => {
    const id = text.slice(0, 40);
    small.add(id);
    if (/[ /]\.gitattributes$/.test(text)) attributes.add(id);
  };
  const lines = new LineCutter(line, longestLine, '\n');
  const take = (piece: Buffer): boolean => {
    lines.hear(piece.toString('latin1'));
    return small.count < mostFiles;
  };
  const input = Buffer.from(tips.map((tip) => `${tip}\n`).join(''));
  const end = await outputOf(processes, { command: 'rev-list', directory, flags }, signal, take, {
    input,
    environment,
  });
  mustGoOn(signal);
  if (!end.whole) throw failureOf(end, 'the files could not be listed');
  return { small, attributes };
};

const usesLfs = async (processes: GitProcesses, where: Watched, attributes: IdTexts): Promise<boolean> => {
  let uses = false;
  for (const { text } of attributes.texts()) {
    await told(processes, where, text, (line) => (uses ||= /\bfilter=lfs\b/.test(line)));
    if (uses) break;
  }
  return uses;
};

/** Hands over each line of these files, and `mark` before each file. */
const told = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  ids: string,
  take: (line: string) => unknown,
): Promise<void> => {
  mustGoOn(signal);
  const telling = { environment, timeout: looking, yielding: true, signal, input: [ids] };
  await tellObjects(processes, { directory, flags: [`--batch=${mark}`, '--buffer'] }, telling, take);
};
