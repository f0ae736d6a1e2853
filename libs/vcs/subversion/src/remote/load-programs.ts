import type { Writable } from 'node:stream';
import { eachLine, limited, type ChildProcesses } from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from '../process/environment.js';
import { unpathed, untoldCharacter } from '../process/told-text.js';
import { endOf, type ProgramEnd } from './program-end.js';

export interface LoadSettings {
  children: ChildProcesses;
  path: string;
  signal: AbortSignal;
  /** Most bytes of data of a program. */
  memory: number;
  /** Hears the number of each revision that is loaded. */
  loaded: (revision: number) => void;
}

/** Of what svnadmin says of a path more is not looked at (characters). */
const longestPath = 1 << 16;

/**
 * Loads dumps into a repository by programs, one after the other, up to the first name that no XML may have.
 * Subversion takes such names from a dump and from nobody else, and its server can tell clients of none: neither they
 * nor archives could read a revision that has one.
 */
export class LoadPrograms {
  private readonly stopped = new AbortController();
  private stdin: Writable | undefined;
  private ended = Promise.resolve<ProgramEnd>({ code: 0, complaint: '' });
  private named: string | undefined;

  /** `failed`: hears that one takes no more, though it was not asked to end. */
  constructor(
    private readonly repository: string,
    private readonly settings: LoadSettings,
    private readonly failed: () => void,
  ) {}

  /** To the one that waits, else to a new one; resolves when it may have more. */
  async write(bytes: Buffer): Promise<void> {
    const stdin = (this.stdin ??= this.start());
    if (stdin.write(bytes) || stdin.destroyed) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        stdin.off('drain', goOn).off('close', goOn);
        resolve();
      };
      stdin.on('drain', goOn).on('close', goOn);
    });
  }

  /** Resolves when the one that was written to has ended: the next bytes are another one's. */
  async finish(): Promise<ProgramEnd> {
    // What has come would be loaded as if it were all.
    if (!this.stopped.signal.aborted) this.stdin?.end();
    this.stdin = undefined;
    const end = await this.ended;
    return this.named === undefined ? end : { code: -1, complaint: refusalOf(this.named) };
  }

  /** Ends the one that was written to, and each that would be. */
  stop(): void {
    this.stopped.abort();
  }

  private start(): Writable {
    const { children, path, memory, signal } = this.settings;
    const args = ['load', '--no-flush-to-disk', '--normalize-props', this.repository];
    const call = limited({ program: 'svnadmin', args, environment: subversionEnvironment(path) }, memory);
    const ending = AbortSignal.any([signal, this.stopped.signal]);
    const child = children.start(call, 'pipe', { signal: ending, yielding: true });
    const { stdin, stdout } = child;
    if (!stdin || !stdout) throw new Error('a program without its streams');
    eachLine(stdout, (line) => this.hear(line), longestPath, '\n');
    stdin.on('error', () => this.failed());
    this.ended = endOf(child);
    void this.ended.then(({ code }) => code !== 0 && this.failed());
    return stdin;
  }

  private hear(line: string): void {
    const [, revision] = /^-+ Committed (?:revision|new rev) (\d+)/.exec(line) ?? [];
    if (revision !== undefined && this.named === undefined) this.settings.loaded(Number(revision));
    const [, path] = /^ {5}\* \w+ path : ([^]*)/.exec(line) ?? [];
    if (path === undefined || !unpathed.test(path)) return;
    this.named ??= path.replace(/ \.\.\.(?: done\.)?$/, '');
    this.stop();
  }
}

const refusalOf = (name: string): string =>
  `a name has a ${untoldCharacter.test(name) ? 'character that is none' : 'control character'}: ${shown(name)}`;

/** As JSON, so that one sees which character it is. */
const shown = (path: string): string =>
  JSON.stringify(path.slice(-200)).replace(
    /[\x7f\ufffe\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
