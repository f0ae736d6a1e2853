import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VcsRefusal, type EngineLink, type NameProblem, type VcsKind } from '@holdfast/vcs-spi';
import { operationsOver, type GitOperations } from './git.operations.js';
import { GitRepository } from './git.repository.js';
import { gitTraits } from './git.traits.js';
import { refNameProblem } from './refs/ref-name.js';
import { pushTraits } from './transfer/push-traits.js';
import { StateCache, type StateLimits } from './refs/state-cache.js';

/**
 * git, as the main process of a storage node knows it. It reads refs from the disk itself; everything that
 * needs a process is asked of the engine.
 *
 *     <directory>/             a bare repository, files format
 *       HEAD config            as this machine's git writes them
 *       objects/{info,pack}/
 *       refs/{heads,tags}/
 */
export class GitKind implements VcsKind {
  readonly id = gitTraits.id;
  readonly defaultReference = gitTraits.defaultReference;
  readonly protectsBranches = gitTraits.protectsBranches;
  readonly namesAreDirectories = pushTraits.namesAreDirectories;
  readonly pushWords = pushTraits.pushWords;
  private readonly operations: GitOperations;
  private readonly states: StateCache;

  constructor(
    private readonly link: EngineLink,
    limits?: StateLimits,
  ) {
    this.operations = operationsOver(link);
    this.states = new StateCache(limits);
  }

  async create(directory: string, options: { defaultReference?: string } = {}): Promise<void> {
    const head = options.defaultReference ?? this.defaultReference;
    if (this.branchNameProblem(head)) throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    const { config } = await this.operations.template({});
    const fresh = join(dirname(directory), `.${randomBytes(8).toString('hex')}.new`);
    await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
    try {
      await mkdir(fresh, { mode: 0o700 });
      await Promise.all([
        writeFile(join(fresh, 'HEAD'), `ref: refs/heads/${head}\n`),
        writeFile(join(fresh, 'config'), config),
        mkdir(join(fresh, 'objects/info'), { recursive: true }),
        mkdir(join(fresh, 'objects/pack'), { recursive: true }),
        mkdir(join(fresh, 'refs/heads'), { recursive: true }),
        mkdir(join(fresh, 'refs/tags'), { recursive: true }),
      ]);
      if (await lstat(directory).catch(() => undefined)) throw inUse();
      await rename(fresh, directory).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'ENOTDIR'
          ? inUse()
          : error;
      });
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  }

  open(directory: string): GitRepository {
    return new GitRepository(directory, this.operations, this.states);
  }

  branchNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  tagNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      return { ready: true, version: (await this.operations.template({})).version };
    } catch (error) {
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

const inUse = (): VcsRefusal => {
  return new VcsRefusal('directory_in_use', 'there is something in the directory already');
};
