import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { VcsRefusal } from '@holdfast/vcs-spi';

/** The files that a new repository consists of, as this machine's git writes them. */
export interface RepositoryTemplate {
  version: string;
  config: string;
}

interface NewRepository extends Pick<RepositoryTemplate, 'config'> {
  /** The branch that HEAD names. */
  head: string;
}

/**
 * Makes a bare repository, whole or not at all: beside the directory, under a name by which what was cut off is found,
 * and then by a rename. `fill`: puts into it what it has besides.
 * @throws VcsRefusal `directory_in_use`
 */
export const makeRepository = async (
  directory: string,
  { head, config }: NewRepository,
  fill: (fresh: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const unfinished = `.${basename(directory)}.${randomBytes(8).toString('hex')}.new`;
  const fresh = join(dirname(directory), unfinished);
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
    await fill(fresh);
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
};

const inUse = (): VcsRefusal =>
  new VcsRefusal('directory_in_use', 'there is something in the directory already');
