import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of their common directory in that of an engine's own. */
export const temporaryName = 'temporary';

let made = 0;

/** Directories for what programs write for a while: one for each, below the directory of their engine. */
export class TemporaryDirectories {
  private readonly above: string;
  private readonly going = new Set<Promise<void>>();

  /** `state`: the directory of the engine's own, absolute. */
  constructor(state: string) {
    this.above = join(state, temporaryName);
  }

  /** A new one. Where the disk has no room even for that, it is one that does not exist. */
  make(): string {
    const directory = join(this.above, `${process.pid}-${(made += 1)}`);
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
    } catch {
      // Most programs write nothing there, and those that do say what is wrong.
    }
    return directory;
  }

  remove(directory: string): void {
    const going = rm(directory, { recursive: true, force: true, maxRetries: 3 })
      .catch(() => undefined) // the next start removes it
      .finally(() => this.going.delete(going));
    this.going.add(going);
  }

  /** Resolves once all that were given up are gone. */
  async removed(): Promise<void> {
    await Promise.all(this.going);
  }
}
