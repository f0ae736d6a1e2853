import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Longer names of sockets are cut or refused by the system (bytes). */
const longest = 100;

/**
 * The name of a socket in a directory of any length, by which this process reaches it: a name that is too long is said
 * through an open directory, where the system has such names.
 */
export class SocketDirectory {
  private opened: number | undefined;

  constructor(readonly directory: string) {}

  path(name: string): string {
    const plain = join(this.directory, name);
    if (Buffer.byteLength(plain) <= longest || process.platform !== 'linux') return plain;
    this.opened ??= openSync(this.directory, 'r');
    return `/proc/self/fd/${this.opened}/${name}`;
  }

  close(): void {
    if (this.opened !== undefined) closeSync(this.opened);
    this.opened = undefined;
  }
}
