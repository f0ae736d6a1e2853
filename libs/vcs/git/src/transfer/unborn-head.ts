import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { writeHead } from '../refs/head-file.js';
import { readHead, readRef } from '../refs/ref-files.js';

/** HEAD of an empty repository, which follows the first push, and the first that comes from elsewhere. */
export class UnbornHead {
  private unborn = false;

  constructor(
    private readonly processes: GitProcesses,
    private readonly directory: string,
  ) {}

  /** Before it writes. With branches and without its own one HEAD was left by a first push that was cut off. */
  async look(): Promise<void> {
    this.unborn = !(await this.isBorn());
  }

  /** After it has written: HEAD names a branch that is there, if there is one. */
  async follow(): Promise<void> {
    const ref = await this.next();
    if (ref !== undefined) await writeHead(this.directory, ref);
  }

  /** The branch (its full name) that HEAD would follow now; undefined: HEAD stays what it is. */
  async next(): Promise<string | undefined> {
    if (!this.unborn || (await this.isBorn())) return undefined;
    return (await this.firstOf('refs/heads/main', 'refs/heads/master')) ?? (await this.firstBranch());
  }

  private async isBorn(): Promise<boolean> {
    const head = readHead(this.directory);
    return head !== undefined && (await readRef(this.directory, `refs/heads/${head}`)) !== undefined;
  }

  private async firstOf(...refs: string[]): Promise<string | undefined> {
    for (const ref of refs) if (await readRef(this.directory, ref)) return ref;
    return undefined;
  }

  /** By the order of their names. There may be very many, or other refs: git goes through them, and not we. */
  private async firstBranch(): Promise<string | undefined> {
    if (await this.isFresh()) return undefined;
    const { stdout } = await this.processes.run({
      command: 'for-each-ref',
      directory: this.directory,
      flags: ['--count=1', '--format=%(refname)'],
      values: ['refs/heads/'],
    });
    return stdout.replace(/\n$/, '') || undefined;
  }

  /** Saves asking git where nothing was ever pushed. */
  private async isFresh(): Promise<boolean> {
    if (await isThere(join(this.directory, 'packed-refs'))) return false;
    const heads = await opendir(join(this.directory, 'refs/heads'));
    try {
      return (await heads.read()) === null;
    } finally {
      await heads.close();
    }
  }
}
