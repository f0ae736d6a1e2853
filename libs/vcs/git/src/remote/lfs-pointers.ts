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
/** Files of all tips, of which those are looked for that say how others are kept. */
const mostSeen = 5_000_000;
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
