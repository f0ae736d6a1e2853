import type { BackupTarget } from './target/backup-target.js';

/** A place for backups that is gone with the spec. */
export class MemoryTarget implements BackupTarget {
  readonly objects = new Map<string, Buffer>();

  put(name: string, bytes: Uint8Array): Promise<void> {
    if (!this.objects.has(name)) this.objects.set(name, Buffer.from(bytes));
    return Promise.resolve();
  }

  get(name: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.objects.get(name));
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.objects.has(name));
  }

  async *list(beginning: string): AsyncGenerator<string> {
    for (const name of [...this.objects.keys()])
      if (name.startsWith(beginning)) yield await Promise.resolve(name);
  }

  remove(name: string): Promise<void> {
    this.objects.delete(name);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
