import { VcsRefusal, type ChangeQuery, type Cut, type FileChange, type Reading } from '@holdfast/vcs-spi';
import { isOutOfMemory } from '../process/memory-complaint.js';
import type { GitProcesses } from '../process/git-processes.js';
import { blocksOf, ChangeRecords, type RawChange } from './change-records.js';
import { failureOf, outputOf } from './command-output.js';
import type { Asked } from './git-reader.js';
import { PatchStream, type FilePatch } from './patch-stream.js';
import { beforeItIsOver, type ReadTurns } from './read-turns.js';
import { ListedRecords, textOf } from './tree-records.js';

/** What a history begins with. git knows it without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const always = ['-r', '--no-ext-diff', '--no-textconv', '--no-color'];
/** Files of more pairs than this are not compared for renames. */
const withRenames = ['-M', '-l1000'];
const withoutRenames = ['--no-renames'];

/** Which commits are compared, and how. */
interface Between {
  directory: string;
  flags: readonly string[];
  ids: readonly [base: string, head: string];
}

/** A part of a list of changes, and where it begins among the patches. */
interface Part {
  changes: RawChange[];
  blocksBefore: number;
  matched: number;
}

/** What changed between two commits. */
export class GitDiff {
  /**
   * `memory`: most bytes of data of each git, if that is not as usual. `similar`: the part of the time in which renames
   * are looked for.
   */
  constructor(
    private readonly processes: GitProcesses,
    private readonly turns: ReadTurns,
    private readonly limits: { memory?: number; similar?: number } = {},
  ) {}

  /**
   * To find what was renamed git compares contents: where it has no time or no memory for that, files came and went.
   * What a history begins with has no renames.
   */
  changes({ directory, query, reading }: Asked<'changes'>): Promise<Cut<FileChange>> {
    const { base = emptyTree, head } = query;
    const ids = [base, head] as const;
    return this.turns.run(directory, reading, async ({ signal }) => {
      const plain = { directory, ids, flags: [...always, ...withoutRenames] };
      if (base === emptyTree) return this.page(plain, query, reading, signal);
      const time = (reading.deadline - Date.now()) * (this.limits.similar ?? 1 / 2);
      const part = AbortSignal.timeout(Math.max(0, Math.floor(time)));
      const similar = { ...plain, flags: [...always, ...withRenames] };
      return this.page(similar, query, reading, part).catch((error: unknown) => {
        if (!(error instanceof Unlisted)) throw error;
        return this.page(plain, query, reading, signal);
      });
    });
  }

  private async page(
    between: Between,
    { offset, limit, backwards }: ChangeQuery,
    reading: Reading,
    signal: AbortSignal,
  ): Promise<Cut<FileChange>> {
    let from = offset;
    let count = limit;
    if (backwards) {
      const { matched } = await this.list(between, 0, Number.MAX_SAFE_INTEGER, signal);
      const end = Math.max(0, matched - offset);
      from = Math.max(0, end - limit);
      count = end - from;
    }
    const { changes, blocksBefore, matched } = await this.list(
      between,
      from,
      backwards ? count : count + 1,
      signal,
    );
    const page = changes.slice(0, count);
    const patches = await this.patches(between, blocksBefore, page, beforeItIsOver(reading));
    const results = page.map((change, at) => withPatch(change, patches[at]));
    const more = backwards ? from > 0 : matched > from + count;
    return { results: backwards ? results.reverse() : results, more };
  }

  private async list(between: Between, from: number, count: number, signal: AbortSignal): Promise<Part> {
    const { directory, flags, ids } = between;
    const part: Part = { changes: [], blocksBefore: 0, matched: 0 };
    const take = (change: RawChange): boolean => {
      if (part.matched < from) part.blocksBefore += blocksOf(change);
      else if (count < Number.MAX_SAFE_INTEGER) part.changes.push(change);
      part.matched += 1;
      return part.matched < from + count;
    };
    const records = new ChangeRecords(take);
    const command = { command: 'diff-tree' as const, directory, flags: [...flags, '--raw', '-z'], ids };
    const read = (piece: Buffer): boolean => records.read(piece);
    const end = await outputOf(this.processes, command, signal, read, { memory: this.limits.memory });
    if (end.whole) return part;
    // git tells none before it has found all of them. Of what a history begins with, a list of all files is the same.
    const isHungry = isOutOfMemory(end);
    if (isHungry && ids[0] === emptyTree) await this.listAll(between, take, signal);
    else if (isHungry || signal.aborted) throw new Unlisted(isHungry ? 'too_large' : 'unavailable');
    else throw failureOf(end, 'git diff-tree failed');
    return part;
  }

  private async listAll(
    { directory, ids: [, head] }: Between,
    take: (change: RawChange) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const listing = { command: 'ls-tree' as const, flags: ['-r', '-z', '--full-tree'] };
    const command = { ...listing, directory, ids: [head] };
    const records = new ListedRecords(({ name, mode }) =>
      take({ path: textOf(name), status: 'added', mode, oldMode: '000000' }),
    );
    const { whole } = await outputOf(this.processes, command, signal, (piece) => records.read(piece));
    if (!whole) throw new Unlisted('unavailable');
  }

  /** What there was no time or no memory for is cut. */
  private async patches(
    { directory, flags, ids }: Between,
    before: number,
    changes: readonly RawChange[],
    signal: AbortSignal,
  ): Promise<FilePatch[]> {
    const blocks = changes.map(blocksOf);
    const count = blocks.reduce((sum, each) => sum + each, 0);
    if (count === 0) return [];
    const patches = new PatchStream(before, count);
    const command = { command: 'diff-tree' as const, directory, flags: [...flags, '-p'], ids };
    const read = (piece: Buffer): boolean => patches.read(piece);
    const { whole } = await outputOf(this.processes, command, signal, read, { memory: this.limits.memory });
    patches.end(!whole);
    let at = 0;
    return blocks.map((each) => patches.patches.slice(at, (at += each)).reduce(joined));
  }
}

/** There was no time or no memory to list what differs. */
class Unlisted extends VcsRefusal {
  constructor(code: 'too_large' | 'unavailable') {
    super(code, code === 'too_large' ? 'more differs than git has memory for' : 'the changes took too long');
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
