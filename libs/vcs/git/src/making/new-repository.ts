import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@holdfast/vcs-spi';

/** The files that a new repository consists of, as this machine's git writes them. */
export interface RepositoryTemplate {
  version: string;
  config: string;
}

interface NewRepository extends Pick<RepositoryTemplate, 'config'> {
  /** The branch that HEAD names. */
  head: string;
  /** Puts into it what it has besides. */
  fill?: (fresh: string) => Promise<void>;
  /** As that of `makeDirectory`. */
  bring?: (fresh: string) => Promise<void>;
}

/**
 * Makes a bare repository, as `makeDirectory` does.
 * @throws VcsRefusal `directory_in_use`
 */
export const makeRepository = async (
  directory: string,
  { head, config, fill, bring }: NewRepository,
): Promise<void> => {
  const make = async (fresh: string): Promise<void> => {
    await mkdir(fresh, { mode: 0o700 });
    await Promise.all([
      writeFile(join(fresh, 'HEAD'), `ref: refs/heads/${head}\n`),
      writeFile(join(fresh, 'config'), config),
      mkdir(join(fresh, 'objects/info'), { recursive: true }),
      mkdir(join(fresh, 'objects/pack'), { recursive: true }),
      mkdir(join(fresh, 'refs/heads'), { recursive: true }),
      mkdir(join(fresh, 'refs/tags'), { recursive: true }),
    ]);
    await fill?.(fresh);
  };
  await makeDirectory(directory, make, bring);
};
