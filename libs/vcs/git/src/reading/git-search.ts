import { VcsRefusal, type Cut, type FoundText, type SearchQuery } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from './command-output.js';
import type { Asked } from './git-reader.js';
import { literalPatterns } from './literal-patterns.js';
import { MatchRecords } from './match-records.js';
import { windowPage, type PageWindow } from './page-window.js';
import { beforeItIsOver, type ReadTurns } from './read-turns.js';
import { ListedRecords, textOf } from './tree-records.js';

/** git holds a file in memory to search it, so larger ones are passed over (bytes). */
const mostBytes = 32 << 20;
const memory = 256 << 20;
const failed = 'the search failed';
/** The names of files that are passed over have so many bytes at most: they are arguments. */
const mostNames = 1 << 20;

/** What is looked for in all files of a commit. */
export class GitSearch {
  constructor(
    private readonly processes: GitProcesses,
    private readonly turns: ReadTurns,
  ) {}

  /** Paths come first. Where the time is over before the page is full, what was found until then is the page. */
  matches({ directory, query, reading }: Asked<'search'>): Promise<Cut<FoundText>> {
    return this.turns.run(directory, reading, () => {
      const over = beforeItIsOver(reading);
      return windowPage<FoundText>(query, (window) => this.look(directory, query, window, over));
    });
  }

  /** False: the time was over before the window had what it wants. */
  private async look(
    directory: string,
    query: SearchQuery,
    window: PageWindow<FoundText>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const large = await this.paths(directory, query, window, signal);
    if (!large) return false;
    // git takes an end of a line for the end of what is looked for.
    if (!query.contents || !window.wantsMore || query.text.includes('\n')) return true;
    return this.contents(directory, query, window, large, signal);
  }

  /**
   * Answers the names of files that are too large to be searched (a character for each byte): as many as git can be
   * told, and a few more where there are. None: the time was over.
   */
  private async paths(
    directory: string,
    { commit, text, contents, paths }: SearchQuery,
    window: PageWindow<FoundText>,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    const part = text.toLowerCase();
    const large: string[] = [];
    let said = 0;
    const records = new ListedRecords(({ name, size = 0 }) => {
      if (size > mostBytes && said <= mostNames) {
        large.push(name);
        said += saidOf(name);
      }
      const path = textOf(name);
      return paths && path.toLowerCase().includes(part) ? window.take({ path }) : window.wantsMore;
    });
    const flags = ['-r', ...(contents ? ['-l'] : []), '-z', '--full-tree'];
    const command = { command: 'ls-tree' as const, directory, flags, ids: [commit] };
    const end = await outputOf(this.processes, command, signal, (piece) => records.read(piece));
    if (!end.whole && !signal.aborted) throw failureOf(end, failed);
    return end.whole ? large : undefined;
  }

  private async contents(
    directory: string,
    { commit, text }: SearchQuery,
    window: PageWindow<FoundText>,
    large: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    if (large.reduce((sum, name) => sum + saidOf(name), 0) > mostNames)
      throw new VcsRefusal('too_large', 'too many files are too large to be searched');
    const records = new MatchRecords(commit.length + 1, (match) => window.take(match));
    const command = {
      ...{ command: 'grep' as const, directory, flags: [...flags, ...literally(text)] },
      ids: [commit],
      ...(large.length > 0 ? { pathspecs: large.map(without) } : {}),
    };
    const options = { memory, silent: 1 };
    const take = (piece: Buffer): boolean => records.read(piece);
    const end = await outputOf(this.processes, command, signal, take, options);
    if (!end.whole && !signal.aborted) throw failureOf(end, failed);
    return end.whole;
  }
}

const flags = [
  ...['--ignore-case', '-I', '--no-textconv', '--threads=1'],
  ...['-z', '--line-number', '--column', '--no-color', '--full-name'],
];

const literally = (text: string): string[] => {
  const { option, patterns } = literalPatterns([text]);
  return [option, ...patterns.map((pattern) => `-e${pattern}`)];
};

/** What it takes to tell git of a file that it is to pass over (bytes). */
const saidOf = (name: string): number => name.length + 20;

/** A pattern that passes over a file; a question mark stands for each byte of it that is no ASCII. */
export const without = (path: string): string =>
  `:(top,exclude,glob)${path.replace(/[\\*?[\]]/g, '\\$&').replace(/[\x80-\xff]/g, '?')}`;
