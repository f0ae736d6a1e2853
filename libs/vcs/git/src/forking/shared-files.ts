import { constants, copyFile, link, stat, utimes } from 'node:fs/promises';
import { VcsRefusal, type DiskGate } from '@holdfast/vcs-spi';
import { diskFull } from '@holdfast/vcs-spi/engine';
import { isAbsence } from '../refs/absence.js';

/** What a file system says that cannot give a file another name, or no more of them. */
const unlinkable: readonly unknown[] = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives files that are never written to again a second place. */
export class SharedFiles {
  constructor(
    private readonly disk: DiskGate | undefined,
    private readonly linked: typeof link = link,
  ) {}

  /**
   * A hard link; a copy where there can be none. Whether the file was there.
   * @throws VcsRefusal `no_room` where a copy does not fit on the disk
   */
  async share(from: string, to: string): Promise<boolean> {
    try {
      await this.linked(from, to);
      return true;
    } catch (error) {
      if (isAbsence(error)) return false;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return true;
      if (!unlinkable.includes(code)) throw error;
    }
    return this.copy(from, to).catch((error: unknown) => {
      if (isAbsence(error)) return false;
      throw error;
    });
  }

  /** With its time: git looks into the newest packs first. */
  private async copy(from: string, to: string): Promise<boolean> {
    const { size, atime, mtime } = await stat(from);
    if ((await this.disk?.take(size)) === false) throw new VcsRefusal('no_room', diskFull);
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await utimes(to, atime, mtime);
    return true;
  }
}
