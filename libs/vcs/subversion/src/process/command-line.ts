import type { ChildProcess } from 'node:child_process';
import { VcsRefusal, type RefusalCode } from '@holdfast/vcs-spi';
import {
  eachLine,
  limited,
  withShortFiles,
  type ChildProcesses,
  type ProgramResult,
  type RunOptions,
} from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from './environment.js';
import { markProperty } from './own-properties.js';

/** Runs the short programs of Subversion. None of them reads anything of the user's that runs the service. */
export class CommandLine {
  constructor(
    private readonly children: ChildProcesses,
    /** The search path. */
    private readonly path: string,
    /** Where clients keep what they know of themselves, absolute. */
    private readonly config: string,
    /** Most bytes of data of each program that tells of differences. */
    private readonly memory: number,
  ) {}

  run(program: string, args: readonly string[], options: RunOptions = {}): Promise<ProgramResult> {
    const environment = subversionEnvironment(this.path);
    return this.children.run({ program, args, environment }, { deed: deedOf(program, args), ...options });
  }

  /** What a program says. @throws VcsRefusal where it fails: the code of what it says then, else `unavailable` */
  async must(
    program: string,
    args: readonly string[],
    options: RunOptions = {},
    codeOf: (failure: string) => RefusalCode | undefined = () => undefined,
  ): Promise<string> {
    const { code, stdout, stderr } = await this.run(program, args, options).catch((error: unknown) => {
      throw new VcsRefusal('unavailable', `${program} could not be started: ${String(error)}`);
    });
    if (code !== 0)
      throw new VcsRefusal(
        codeOf(stderr) ?? 'unavailable',
        `${program} failed: ${stderr.trim().slice(0, 500)}`,
      );
    return stdout;
  }

  /**
   * Makes one revision of these changes (words of `svnmucc`), by an author and with a mark, and answers its number.
   * @throws VcsRefusal `locked_inside` where somebody has locked what would change; `unavailable` where it fails else
   */
  async commit(
    repository: string,
    { author, message, mark }: { author: string; message: string; mark: string },
    changes: readonly string[],
  ): Promise<string> {
    const said = await this.must(
      'svnmucc',
      [
        ...[...this.quiet, '--with-revprop', `${markProperty}=${mark}`],
        ...['-u', author, '-m', message, '-U', urlOf(repository), ...changes],
      ],
      {},
      (failure) => (lockedPath.test(failure) ? 'locked_inside' : undefined),
    );
    const [, revision] = /^r(\d+) committed/m.exec(said) ?? [];
    if (revision === undefined) throw new VcsRefusal('unavailable', 'a commit without a revision');
    return revision;
  }

  /** The mark of a revision; null: it has none. @throws VcsRefusal `unavailable` where nobody knows */
  markOf(repository: string, revision: string): Promise<string | null> {
    return this.propertyOf(repository, revision, markProperty);
  }

  /** When a revision was made, as the repository has it; null likewise. @throws VcsRefusal likewise */
  dateOf(repository: string, revision: string): Promise<string | null> {
    return this.propertyOf(repository, revision, 'svn:date');
  }

  private async propertyOf(repository: string, revision: string, name: string): Promise<string | null> {
    const args = ['propget', '--revprop', '-r', revision, repository, name];
    const { code, stdout, stderr } = await this.run('svnlook', args);
    if (code === 0) return stdout;
    if (stderr.includes(noProperty)) return null;
    throw new VcsRefusal('unavailable', `svnlook failed: ${stderr.trim().slice(0, 500)}`);
  }

  /** Runs a program that takes long, at a low priority as usual, and hands over what it says; answers its status. */
  watch(
    program: string,
    args: readonly string[],
    signal: AbortSignal,
    take: (line: string, isError: boolean) => void,
    background = true,
  ): Promise<number> {
    const call = { program, args, environment: subversionEnvironment(this.path) };
    const child = this.children.start(call, ['ignore', 'pipe', 'pipe'], { signal, background });
    if (child.stdout) eachLine(child.stdout, (line) => take(line, false));
    if (child.stderr) eachLine(child.stderr, (line) => take(line, true));
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? -1));
    });
  }

  /**
   * Hands over what `svn diff` says of two revisions, or of files in them (`paths`), which are written beside each
   * other for it: of one that is longer than `longest` (bytes), or takes too much memory, it says nothing that counts,
   * and nothing of those after it.
   */
  async diff(
    { repository, base, head, longest, paths }: TwoRevisions & { longest: number; paths?: readonly string[] },
    signal: AbortSignal,
    take: (piece: Buffer) => void,
  ): Promise<DiffEnd> {
    const url = urlOf(repository);
    const what = paths
      ? ['--old', `${url}@${base}`, '--new', `${url}@${head}`, '--', ...paths.map(asWord)]
      : ['-r', `${base}:${head}`, `${url}@${head}`];
    const args = ['diff', '--git', '--ignore-properties', ...this.quiet, ...what];
    const call = withShortFiles(
      { program: 'svn', args, environment: subversionEnvironment(this.path) },
      longest,
    );
    const child = this.children.start(limited(call, this.memory), ['ignore', 'pipe', 'pipe'], {
      signal,
      yielding: true,
      deed: 'svn diff',
    });
    let said = '';
    child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString('latin1')).slice(-2_000)));
    child.stdout?.on('data', take);
    const end = await endOf(child);
    return end === 0 ? 'whole' : end === 'SIGABRT' || tooLong.test(said) ? 'large' : 'broken';
  }

  /** Hands over which files differ, as XML; true: it said everything. */
  async differing(
    { repository, base, head }: TwoRevisions,
    signal: AbortSignal,
    take: (piece: Buffer) => void,
  ): Promise<boolean> {
    const asked = ['-r', `${base}:${head}`, `${urlOf(repository)}@${head}`];
    return this.xml(['diff', '--summarize', '--ignore-properties', ...asked], signal, take);
  }

  /** Hands over what `svn list` says of files in a revision, one after the other; true: it knew them all. */
  async list(
    repository: string,
    revision: string,
    paths: readonly string[],
    signal: AbortSignal,
    take: (piece: Buffer) => void,
  ): Promise<boolean> {
    const urls = paths.map((path) => `${urlOf(`${repository}/${path}`)}@${revision}`);
    return this.xml(['list', ...urls], signal, take);
  }

  private async xml(
    args: readonly string[],
    signal: AbortSignal,
    take: (piece: Buffer) => void,
  ): Promise<boolean> {
    const environment = subversionEnvironment(this.path);
    const call = { program: 'svn', args: [...args, '--xml', ...this.quiet], environment };
    const child = this.children.start(limited(call, this.memory), ['ignore', 'pipe', 'ignore'], {
      signal,
      yielding: true,
      deed: deedOf('svn', args),
    });
    child.stdout?.on('data', take);
    return (await endOf(child)) === 0;
  }

  private get quiet(): string[] {
    return ['--non-interactive', '--no-auth-cache', '--config-dir', this.config];
  }
}

/**
 * A path among the words of `svn`, whatever its names: it reads `^/` at the beginning as a repository, and `@` in the
 * last name as what begins a revision, of which it makes another path. Behind a slash there is no last name.
 */
const asWord = (path: string): string => `./${path}/`;

const noProperty = 'E200017';

/** What it says of paths that somebody has locked: the lock is another's, or no token of it came. */
const lockedPath = /\bE16003[5789]\b/;

/** In traces: the verb is what begins the words, where it is one. */
const deedOf = (program: string, [verb = '']: readonly string[]): string =>
  /^[a-z]+(?:-[a-z]+)*$/.test(verb) ? `${program} ${verb}` : program;

/** Two revisions of a repository. */
export interface TwoRevisions {
  repository: string;
  base: string;
  head: string;
}

/** How a program has ended that tells of differences; `large`: a file is longer than it may be, or takes too much. */
export type DiffEnd = 'whole' | 'large' | 'broken';

/** EFBIG, as APR says it. */
const tooLong = /\bE000027\b/;

/** Its status, or the signal that ended it: without memory it ends itself by SIGABRT. */
const endOf = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1)).once('error', () => resolve(-1));
  });

const urlOf = (directory: string): string =>
  `file://${directory.split('/').map(encodeURIComponent).join('/')}`;
