import { VcsRefusal } from '@holdfast/vcs-spi';
import { eachLine, type ChildProcesses, type ProgramResult, type RunOptions } from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from './environment.js';

/** Runs the short programs of Subversion. None of them reads anything of the user's that runs the service. */
export class CommandLine {
  constructor(
    private readonly children: ChildProcesses,
    /** The search path. */
    private readonly path: string,
    /** Where clients keep what they know of themselves, absolute. */
    private readonly config: string,
  ) {}

  run(program: string, args: readonly string[], options: RunOptions = {}): Promise<ProgramResult> {
    const environment = subversionEnvironment(this.path);
    return this.children.run({ program, args, environment }, options);
  }

  /** What a program says. @throws VcsRefusal `unavailable` where it fails */
  async must(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(program, args, options).catch((error: unknown) => {
      throw new VcsRefusal('unavailable', `${program} could not be started: ${String(error)}`);
    });
    if (code !== 0) throw new VcsRefusal('unavailable', `${program} failed: ${stderr.trim().slice(0, 500)}`);
    return stdout;
  }

  /**
   * Makes one revision of these changes (words of `svnmucc`), by an author, and answers its number.
   * @throws VcsRefusal `unavailable` where it fails
   */
  async commit(
    repository: string,
    author: string,
    message: string,
    changes: readonly string[],
  ): Promise<string> {
    const said = await this.must('svnmucc', [
      ...['--non-interactive', '--no-auth-cache', '--config-dir', this.config],
      ...['-u', author, '-m', message, '-U', urlOf(repository), ...changes],
    ]);
    const [, revision] = /^r(\d+) committed/m.exec(said) ?? [];
    if (revision === undefined) throw new VcsRefusal('unavailable', 'a commit without a revision');
    return revision;
  }

  /** Runs a program that takes long, at a low priority, and hands over what it says; answers its status. */
  watch(
    program: string,
    args: readonly string[],
    signal: AbortSignal,
    take: (line: string, isError: boolean) => void,
  ): Promise<number> {
    const call = { program, args, environment: subversionEnvironment(this.path) };
    const child = this.children.start(call, ['ignore', 'pipe', 'pipe'], { signal, background: true });
    if (child.stdout) eachLine(child.stdout, (line) => take(line, false));
    if (child.stderr) eachLine(child.stderr, (line) => take(line, true));
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? -1));
    });
  }

  /** Hands over what `svn diff` says of two revisions; true: it said everything. */
  async diff(
    repository: string,
    base: string,
    head: string,
    signal: AbortSignal,
    take: (piece: Buffer) => void,
  ): Promise<boolean> {
    const quiet = ['--non-interactive', '--no-auth-cache', '--config-dir', this.config];
    const args = [
      'diff',
      '--git',
      '--ignore-properties',
      '-r',
      `${base}:${head}`,
      ...quiet,
      `${urlOf(repository)}@${head}`,
    ];
    const call = { program: 'svn', args, environment: subversionEnvironment(this.path) };
    const child = this.children.start(call, ['ignore', 'pipe', 'ignore'], { signal, yielding: true });
    const ended = new Promise<boolean>((resolve) => {
      child.once('close', (code) => resolve(code === 0)).once('error', () => resolve(false));
    });
    child.stdout?.on('data', take);
    return ended;
  }
}

const urlOf = (directory: string): string =>
  `file://${directory.split('/').map(encodeURIComponent).join('/')}`;
