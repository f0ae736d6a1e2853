import { readlinkSync } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { relative } from 'node:path';

/** What of a directory this process brings to the disk, in the order of that, for specs. Call `end` afterwards. */
export class WatchedDisk {
  /** `datasync 1.log`, `sync refs/heads`; the directory itself is `sync .`. */
  readonly brought: string[] = [];
  /** What happens before that. Where it throws, the disk does not take it. */
  before: (what: string) => unknown = () => undefined;
  private readonly originals: (() => void)[] = [];

  static async of(directory: string): Promise<WatchedDisk> {
    const root = await realpath(directory);
    const handle = await open(root, 'r');
    const handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const disk = new WatchedDisk();
    for (const way of ['sync', 'datasync'] as const) {
      const original = Reflect.get(handles, way);
      handles[way] = async function (this: FileHandle) {
        const path = relative(root, readlinkSync(`/proc/self/fd/${this.fd}`));
        if (!path.startsWith('..')) await disk.note(`${way} ${path || '.'}`);
        await original.call(this);
      };
      disk.originals.push(() => (handles[way] = original));
    }
    return disk;
  }

  end(): void {
    for (const putBack of this.originals.splice(0)) putBack();
  }

  private async note(what: string): Promise<void> {
    await this.before(what);
    this.brought.push(what);
  }
}

/** A disk that takes nothing more. */
export const brokenDisk = (): never => {
  throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
};
