import { readdir, readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, kill } from './server-children.js';

/** How often it is looked whether a connection is still held: first and at most (ms). */
const [soonest, latest] = [10, 500];

/** The other end of a connection: what process has it open, as which of its files. */
interface Holder {
  pid: number;
  file: string;
  /** What the name of that file says. */
  says: string;
}

/**
 * Connections to the server that were given up. It notices that only when it reads or writes, and may work on what it
 * has read for minutes; what nobody can wait for ends at the latest with its process. Needs /proc; elsewhere a
 * connection counts as over when it is closed.
 */
export class LeftConnections {
  /**
   * `server`: the process whose children serve. `patience`: how long one may hold a connection that was given up (ms).
   */
  constructor(
    private readonly server: () => number | undefined,
    private readonly patience: number,
  ) {}

  /** Has it closed, and resolves when the server has let go of it; `atOnce`: at once, by the end of the process. */
  async giveUp(socket: Socket, close: () => void, atOnce: boolean): Promise<void> {
    const { localPort, remotePort } = socket;
    const holder = await this.holder(Number(localPort), Number(remotePort)).catch(() => undefined);
    close();
    if (holder) await this.letGo(holder, atOnce ? 0 : this.patience);
  }

  private async letGo({ pid, file, says }: Holder, patience: number): Promise<void> {
    const since = Date.now();
    for (let pause = soonest; (await readlink(file).catch(() => '')) === says;) {
      // It does something until it is gone.
      if (Date.now() - since >= patience) kill(pid);
      await sleep(pause);
      pause = Math.min(pause * 2, latest);
    }
  }

  private async holder(client: number, server: number): Promise<Holder | undefined> {
    const parent = this.server();
    if (parent === undefined) return undefined;
    const inode = await inodeOf(server, client);
    if (inode === undefined) return undefined;
    const says = `socket:[${inode}]`;
    for (const pid of await childrenOf(parent)) {
      const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
      for (const name of names) {
        const file = `/proc/${pid}/fd/${name}`;
        if ((await readlink(file).catch(() => '')) === says) return { pid, file, says };
      }
    }
    return undefined;
  }
}

/** The number of the socket of this machine at that port whose other end is at the other one. */
const inodeOf = async (port: number, other: number): Promise<string | undefined> => {
  const [here, there] = [port, other].map((each) => `:${each.toString(16).toUpperCase().padStart(4, '0')}`);
  for (const line of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[1]?.endsWith(here) && fields[2]?.endsWith(there) && fields[9] !== '0') return fields[9];
  }
  return undefined;
};
