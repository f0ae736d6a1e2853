import { mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree, syncPath } from '@holdfast/kernel';
import { directorySize } from '@holdfast/vcs-spi';
import { unlessAbsent } from '../refs/absence.js';

/**
 * So begin names of what lies in the directory of objects until it is part of the repository. By this git takes it for
 * one of its own, and so do we when we clean up.
 */
export const besideObjects = 'tmp_objdir-commit-';
/** A pack can be read once its index is there. */
const packOrder = ['.pack', '.rev', '.idx'];

/** Objects beside a repository: programs see them who work in its environment, and nobody else. */
export class Quarantine {
  private constructor(
    private readonly objects: string,
    private readonly path: string,
  ) {}

  static async open(directory: string): Promise<Quarantine> {
    const objects = join(directory, 'objects');
    return new Quarantine(objects, await mkdtemp(join(objects, besideObjects)));
  }

  /** Objects that lie in a place of their own (absolute), and whose packs become part of the repository. */
  static at(directory: string, path: string): Quarantine {
    return new Quarantine(join(directory, 'objects'), path);
  }

  /** Of a git that writes here what is not in the repository. */
  get environment(): { GIT_OBJECT_DIRECTORY: string; GIT_ALTERNATE_OBJECT_DIRECTORIES: string } {
    // In quotes a colon does not end the path.
    const alternate = `"${this.objects.replace(/["\\]/g, '\\$&')}"`;
    return { GIT_OBJECT_DIRECTORY: this.path, GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate };
  }

  /** Bytes on the disk. */
  size(): Promise<number> {
    return directorySize(this.path);
  }

  /**
   * Makes them part of the repository. `ids`: each after those that it names, so that what is in the repository is
   * whole whenever this ends. They lie in a pack, all of them, or none does.
   */
  async migrate(ids: readonly string[]): Promise<void> {
    const packs = (await readdir(join(this.path, 'pack')).catch(unlessAbsent)) ?? [];
    for (const ending of packOrder)
      for (const name of packs.filter((each) => each.endsWith(ending))) await this.move('pack', name);
    if (packs.length > 0) return syncPath(join(this.objects, 'pack'));
    for (const id of ids) await this.move(id.slice(0, 2), id.slice(2));
  }

  /** Never fails: what cannot be removed now goes with what killed writers have left. */
  async remove(): Promise<void> {
    await removeTree(this.path).catch(() => undefined);
  }

  /** What is not here was in the repository before. */
  private async move(inside: string, name: string): Promise<void> {
    const move = () => rename(join(this.path, inside, name), join(this.objects, inside, name));
    await move().catch(async (error: unknown) => {
      unlessAbsent(error);
      // Where the directory for it is missing, it is made; else there is nothing to move.
      await mkdir(join(this.objects, inside), { recursive: true });
      await move().catch(unlessAbsent);
    });
  }
}
