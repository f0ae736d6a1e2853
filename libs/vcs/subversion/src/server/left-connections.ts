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
  private readonly unharmed = new WeakSet<Promise<void>>();

  /**
   * `server`: the process whose children serve. `patience`: how long one may hold a connection that was given up (ms).
   */
  constructor(
    private readonly server: () => number | undefined,
    private readonly patience: number,
  ) {}

  /**
   * Has it closed, and resolves when the server has let go of it; `atOnce`: at once, by the end of the process. One
   * that waits to be accepted is closed when it was: whoever accepts it later would still do what it says.
   */
  giveUp(socket: Socket, close: () => void, atOnce: boolean): Promise<void> {
    const over: Promise<void> = this.end(socket, close, atOnce).then((isUnharmed) => {
      if (isUnharmed) this.unharmed.add(over);
    });
    return over;
  }

  /** Of what `giveUp` answered, when it has resolved: the process has let go by itself, so that nothing was cut off. */
  hasLetGo(over: Promise<void>): boolean {
    return this.unharmed.has(over);
  }

  /** Whether the process goes on. */
  private async end(socket: Socket, close: () => void, atOnce: boolean): Promise<boolean> {
    const { localPort, remotePort } = socket;
    const look = () => this.holder(Number(localPort), Number(remotePort)).catch(() => undefined);
    let holder = await look();
    for (let pause = soonest; holder === 'nobody'; holder = await look()) {
      await sleep(pause);
      if (!atOnce) pause = Math.min(pause * 2, latest);
    }
    close();
    return holder !== undefined && this.letGo(holder, atOnce ? 0 : this.patience);
  }

  private async letGo({ pid, file, says }: Holder, patience: number): Promise<boolean> {
    const since = Date.now();
    for (let pause = soonest; (await readlink(file).catch(() => '')) === says;) {
      // It does something until it is gone.
      if (Date.now() - since >= patience) kill(pid);
      await sleep(pause);
      pause = Math.min(pause * 2, latest);
    }
    // One that ends has none before its files are closed.
    return (await readlink(`/proc/${pid}/exe`).catch(() => '')) !== '';
  }

  /** 'nobody': it waits to be accepted. Undefined: it is over. */
  private async holder(client: number, server: number): Promise<Holder | 'nobody' | undefined> {
    const parent = this.server();
    if (parent === undefined) return undefined;
    const inode = await inodeOf(server, client);
    if (inode === undefined) return undefined;
    if (inode === unaccepted) return 'nobody';
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

/** The number of a socket that no process has. */
const unaccepted = '0';
/** States (`include/net/tcp_states.h`) of one that may be accepted still: established, or closed by the other end. */
const open = new Set(['01', '08']);

/** The number of the socket of this machine at that port whose other end is at the other one. */
const inodeOf = async (port: number, other: number): Promise<string | undefined> => {
  const [here, there] = [port, other].map((each) => `:${each.toString(16).toUpperCase().padStart(4, '0')}`);
  for (const line of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (!fields[1]?.endsWith(here) || !fields[2]?.endsWith(there)) continue;
    const [state, inode] = [fields[3], fields[9]];
    if (inode !== unaccepted || open.has(state)) return inode;
  }
  return undefined;
};
