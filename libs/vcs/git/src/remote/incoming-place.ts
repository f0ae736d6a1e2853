import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directorySize, VcsRefusal } from '@holdfast/vcs-spi';
import { makeRepository, type RepositoryTemplate } from '../making/new-repository.js';
import { unlessAbsent } from '../refs/absence.js';
import { removeStaleFiles } from '../upkeep/stale-files.js';
import { Quarantine } from '../writing/quarantine.js';

/**
 * Where what comes from a remote lies until it is published: a repository inside that for which it is, with refs and
 * objects of its own, which sees the objects of the other.
 *
 *     <directory>/incoming/
 *       HEAD config refs/
 *       objects/{info/alternates,pack}
 */
export class IncomingPlace {
  readonly path: string;
  readonly quarantine: Quarantine;

  constructor(private readonly directory: string) {
    this.path = join(directory, 'incoming');
    this.quarantine = Quarantine.at(directory, join(this.path, 'objects'));
  }

  /** What one that was cut off has brought whole is used again. */
  async prepare({ config }: Pick<RepositoryTemplate, 'config'>): Promise<void> {
    await makeRepository(this.path, { head: 'main', config }).catch((error: unknown) => {
      if (!(error instanceof VcsRefusal) || error.code !== 'directory_in_use') throw error;
    });
    await mkdir(join(this.path, 'objects/info'), { recursive: true });
    await writeFile(join(this.path, 'objects/info/alternates'), '../../objects\n');
    await this.clear();
  }

  /** Half a pack is of no use, and a lock of a killed program keeps the next one out. */
  async clear(): Promise<void> {
    await removeStaleFiles(this.path, Infinity);
    const packs = join(this.path, 'objects/pack');
    for (const name of (await readdir(packs).catch(unlessAbsent)) ?? [])
      if (name.endsWith('.keep')) await rm(join(packs, name));
  }

  /** From now on its objects are those that came. */
  async detach(): Promise<void> {
    await rm(join(this.path, 'objects/info/alternates'));
  }

  size(): Promise<number> {
    return directorySize(this.path);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
