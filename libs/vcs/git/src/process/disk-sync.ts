import { stat } from 'node:fs/promises';

/** What waits for the one that is under way. */
interface Next {
  directories: string[];
  done: Promise<void>;
}

/**
 * Brings whole file systems to the disk, each once at a time: that writes what everybody has written there, and two at
 * once take as long as one after the other. All who come meanwhile share the next one, which begins after they asked.
 */
export class DiskSync {
  /** By the number of the file system. They never reject. */
  private readonly running = new Map<number, Promise<void>>();
  private readonly next = new Map<number, Next>();

  /** `sync`: brings the file system of these directories to the disk, of which some may be gone. */
  constructor(private readonly sync: (directories: readonly string[]) => Promise<void>) {}

  /** Resolves when all that was written on the file system of a directory is on the disk. */
  async of(directory: string): Promise<void> {
    const { dev } = await stat(directory);
    const next = this.next.get(dev);
    if (next) {
      next.directories.push(directory);
      return next.done;
    }
    const running = this.running.get(dev);
    return running ? this.wait(dev, running, [directory]) : this.begin(dev, [directory]);
  }

  private wait(dev: number, running: Promise<void>, directories: string[]): Promise<void> {
    const done = running.then(() => {
      this.next.delete(dev);
      return this.begin(dev, directories);
    });
    this.next.set(dev, { directories, done });
    return done;
  }

  private begin(dev: number, directories: readonly string[]): Promise<void> {
    const done = this.sync(directories);
    const over = done.then(ignored, ignored).then(() => {
      if (!this.next.has(dev)) this.running.delete(dev);
    });
    this.running.set(dev, over);
    return done;
  }
}

const ignored = (): void => undefined;
