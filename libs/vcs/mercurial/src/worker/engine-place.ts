import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramCall } from '@holdfast/vcs-spi/engine';
import { installProgram } from '../program/program-files.js';
import { findMercurial } from './python-home.js';
import { SocketDirectory } from './socket-path.js';

/** The socket at which the engine answers its programs. */
export const gateSocket = 'gate.sock';

/** Where the engine has its files: its program, its sockets, and what Mercurial writes by the way. */
export class EnginePlace {
  readonly sockets: SocketDirectory;

  constructor(
    readonly directory: string,
    /** The search path of its programs. */
    private readonly path: string,
    /** As `MercurialLimits`. */
    private readonly limits: Readonly<Record<'fileVersion' | 'names' | 'heads' | 'tags', number>>,
  ) {
    this.sockets = new SocketDirectory(directory);
  }

  /** What a predecessor has left unfinished goes. */
  async prepare(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await chmod(this.directory, 0o700);
    await rm(this.temporary, { recursive: true, force: true });
    await mkdir(this.temporary, { mode: 0o700 });
    await installProgram(this.program);
  }

  /**
   * How a module of the program is called: its working directory is ours, and all sockets are named from there.
   * @throws Error where Mercurial is missing
   */
  async call(
    module: 'hf_web' | 'hf_ssh' | 'hf_care' | 'hf_fetch' | 'hf_take',
    ...args: readonly string[]
  ): Promise<ProgramCall> {
    const { program, modules } = await findMercurial(this.path);
    return {
      program,
      args: [join(this.program, `${module}.py`), this.directory, ...args],
      environment: {
        PATH: this.path,
        HOME: this.temporary,
        LC_ALL: 'C.UTF-8',
        PYTHONUTF8: '1',
        // Threads that each kept a store of memory of their own would never give it back.
        MALLOC_ARENA_MAX: '2',
        // What is large goes back at once: between smaller pieces it would stay, once for each of these stores.
        MALLOC_MMAP_THRESHOLD_: String(1 << 20),
        MALLOC_TRIM_THRESHOLD_: String(64 << 20),
        HF_FILE_VERSION: String(this.limits.fileVersion),
        HF_NAMES: String(this.limits.names),
        HF_HEADS: String(this.limits.heads),
        HF_TAGS: String(this.limits.tags),
        ...(modules === undefined ? {} : { PYTHONPATH: modules }),
      },
      cwd: this.directory,
    };
  }

  private get temporary(): string {
    return join(this.directory, 'tmp');
  }

  private get program(): string {
    return join(this.directory, 'program');
  }
}
