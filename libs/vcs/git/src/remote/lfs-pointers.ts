import { ownText } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { LineCutter } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { tellObjects } from '../transfer/told-objects.js';
import type { AskedObject } from '../lfs/lfs-batch.js';

/** Of so many small files of all tips is looked which ones stand for large ones. */
const mostFiles = 500_000;
const looking = 30 * 60_000;
/** No system takes a longer path: the line of one is cut (characters). */
const longestLine = 8_192;
const version = 'version https://git-lfs.github.com/spec/v1';

interface Where {
  directory: string;
  environment: Record<string, string>;
}

interface Watched extends Where {
  signal: AbortSignal;
}

/** The large files for which files of these commits stand, as far as these are looked at. */
export const lfsPointers = async (
  processes: GitProcesses,
  { directory, environment }: Where,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<AskedObject[]> => {
  const { small, attributes } = await smallFiles(processes, { directory, environment }, tips, signal);
  const found = new Map<string, number>();
  if (!(await usesLfs(processes, { directory, environment, signal }, attributes))) return [];
  let [before, oid] = ['', ''];
  await told(processes, { directory, environment, signal }, small, (line) => {
    const [, id] = /^oid sha256:([0-9a-f]{64})$/.exec(line) ?? [];
    const [, size] = /^size (\d{1,15})$/.exec(line) ?? [];
    if (id !== undefined && before === version) oid = id;
    else if (size !== undefined && oid !== '') found.set(ownText(oid), Number(size));
    if (id === undefined) oid = '';
    before = line;
  });
  return [...found].map(([id, size]) => ({ oid: id, size }));
};

/** Ids of the files of these commits that are small, and of those among them that say how others are kept. */
const smallFiles = async (
  processes: GitProcesses,
  { directory, environment }: Where,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<{ small: string[]; attributes: string[] }> => {
  const small: string[] = [];
  const attributes: string[] = [];
  // Tags may name files: those are as small as the others.
  const filters = ['--filter=object:type=blob', '--filter=blob:limit=1k', '--filter-provided-objects'];
  const flags = ['--objects', '--no-walk', ...filters, '--stdin'];
  const line = (text: string): void => {
    // A part of the line would keep all that came with it in memory.
    const id = ownText(text.slice(0, 40));
    small.push(id);
    if (/[ /]\.gitattributes$/.test(text)) attributes.push(id);
  };
  const lines = new LineCutter(line, longestLine, '\n');
  const take = (piece: Buffer): boolean => {
    lines.hear(piece.toString('latin1'));
    return small.length < mostFiles;
  };
  const input = Buffer.from(tips.map((tip) => `${tip}\n`).join(''));
  const end = await outputOf(processes, { command: 'rev-list', directory, flags }, signal, take, {
    input,
    environment,
  });
  if (signal.aborted) throw new VcsRefusal('unavailable', 'it was stopped');
  if (!end.whole) throw failureOf(end, 'the files could not be listed');
  return { small, attributes };
};

const usesLfs = async (
  processes: GitProcesses,
  where: Watched,
  attributes: readonly string[],
): Promise<boolean> => {
  let uses = false;
  await told(processes, where, attributes, (line) => (uses ||= /\bfilter=lfs\b/.test(line)));
  return uses;
};

const told = async (
  processes: GitProcesses,
  { directory, environment, signal }: Watched,
  ids: readonly string[],
  take: (line: string) => unknown,
): Promise<void> => {
  if (ids.length === 0) return;
  const input = function* (): Generator<string> {
    for (const id of ids) yield `${id}\n`;
  };
  const telling = { environment, timeout: looking, yielding: true, signal, input: input() };
  await tellObjects(processes, { directory, flags: ['--batch', '--buffer'] }, telling, take);
};
