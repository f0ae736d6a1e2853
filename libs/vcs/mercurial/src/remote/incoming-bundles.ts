import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '@holdfast/kernel';
import { directorySize } from '@holdfast/vcs-spi';

/**
 * Where what comes from a remote lies until it is taken in: bundles, each with so many changesets.
 *
 *     <directory>/incoming/<name>.bundle
 */
export class IncomingBundles {
  readonly path: string;

  constructor(directory: string) {
    this.path = join(directory, 'incoming');
  }

  /** Those that came whole are used again. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.path))
      if (!name.endsWith('.bundle')) await rm(this.pathOf(name), { force: true });
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  size(): Promise<number> {
    return directorySize(this.path);
  }

  async remove(): Promise<void> {
    await removeTree(this.path);
  }
}
