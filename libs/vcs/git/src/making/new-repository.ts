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
}

/**
 * Makes a bare repository, as `makeDirectory` does. `fill`: puts into it what it has besides.
 * @throws VcsRefusal `directory_in_use`
 */
export const makeRepository = async (
  directory: string,
  { head, config }: NewRepository,
  fill: (fresh: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  await makeDirectory(directory, async (fresh) => {
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
  });
};
