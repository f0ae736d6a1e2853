import { VcsRefusal, type Cut, type FileChange } from '@holdfast/vcs-spi';
import { isOutOfMemory } from '../process/memory-complaint.js';
import type { GitProcesses } from '../process/git-processes.js';
import { blocksOf, ChangeRecords, type RawChange } from './change-records.js';
import { outputOf } from './command-output.js';
import type { Asked } from './git-reader.js';
import { PatchStream, type FilePatch } from './patch-stream.js';
import { beforeItIsOver, type ReadTurns } from './read-turns.js';

/** What a history begins with. git knows it without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Files of more pairs than this are not compared for renames. */
const flags = ['-r', '-M', '-l1000', '--no-ext-diff', '--no-textconv', '--no-color'];

/** A part of a list of changes, and where it begins among the patches. */
interface Part {
  changes: RawChange[];
  blocksBefore: number;
  matched: number;
}

/** What changed between two commits. */
export class GitDiff {
  constructor(
    private readonly processes: GitProcesses,
    private readonly turns: ReadTurns,
  ) {}

  changes({ directory, query, reading }: Asked<'changes'>): Promise<Cut<FileChange>> {
    const { base = emptyTree, head, offset, limit, backwards } = query;
    const between = [base, head];
    return this.turns.run(directory, reading, async ({ signal }) => {
      const list = (from: number, count: number) => this.list(directory, between, from, count, signal);
      let from = offset;
      let count = limit;
      if (backwards) {
        const { matched } = await list(0, Number.MAX_SAFE_INTEGER);
        const end = Math.max(0, matched - offset);
        from = Math.max(0, end - limit);
        count = end - from;
      }
      const { changes, blocksBefore, matched } = await list(from, backwards ? count : count + 1);
      const page = changes.slice(0, count);
      const patches = await this.patches(directory, between, blocksBefore, page, beforeItIsOver(reading));
      const results = page.map((change, at) => withPatch(change, patches[at]));
      const more = backwards ? from > 0 : matched > from + count;
      return { results: backwards ? results.reverse() : results, more };
    });
  }

  private async list(
    directory: string,
    between: string[],
    from: number,
    count: number,
    signal: AbortSignal,
  ): Promise<Part> {
    const part: Part = { changes: [], blocksBefore: 0, matched: 0 };
    const records = new ChangeRecords((change) => {
      if (part.matched < from) part.blocksBefore += blocksOf(change);
      else if (count < Number.MAX_SAFE_INTEGER) part.changes.push(change);
      part.matched += 1;
      return part.matched < from + count;
    });
    const command = {
      command: 'diff-tree' as const,
      directory,
      flags: [...flags, '--raw', '-z', ...between],
    };
    const end = await outputOf(this.processes, command, signal, (piece) => records.read(piece));
    // git tells none before it has found all of them.
    if (isOutOfMemory(end)) throw new VcsRefusal('too_large', 'more differs than git has memory for');
    if (!end.whole) throw new VcsRefusal('unavailable', 'the changes took too long');
    return part;
  }

  /** What there was no time or no memory for is cut. */
  private async patches(
    directory: string,
    between: string[],
    before: number,
    changes: readonly RawChange[],
    signal: AbortSignal,
  ): Promise<FilePatch[]> {
    const blocks = changes.map(blocksOf);
    const count = blocks.reduce((sum, each) => sum + each, 0);
    if (count === 0) return [];
    const patches = new PatchStream(before, count);
    const command = { command: 'diff-tree' as const, directory, flags: [...flags, '-p', ...between] };
    const { whole } = await outputOf(this.processes, command, signal, (piece) => patches.read(piece));
    patches.end(!whole);
    let at = 0;
    return blocks.map((each) => patches.patches.slice(at, (at += each)).reduce(joined));
  }
}

const joined = (one: FilePatch, other: FilePatch): FilePatch => ({
  text: one.text + other.text,
  additions: one.additions + other.additions,
  deletions: one.deletions + other.deletions,
  binary: one.binary || other.binary,
  cut: one.cut || other.cut,
});

const withPatch = (
  change: RawChange,
  { text, additions, deletions, binary, cut }: FilePatch,
): FileChange => ({
  ...change,
  binary,
  additions,
  deletions,
  diff: text,
  ...(cut ? { cut: true } : {}),
});
