import type { Socket } from 'node:net';
import { originOf, type ConnectionOrigin } from './connection-origin.js';

type Work = () => void;

/** Work that waits. Networks take turns, in each of them its addresses; that of one address is in order. */
class Lines {
  private readonly networks = new Map<string, Map<string, Work[]>>();

  get isEmpty(): boolean {
    return this.networks.size === 0;
  }

  add({ network, block: address }: ConnectionOrigin, work: Work): void {
    const addresses = this.networks.get(network);
    const line = addresses?.get(address);
    if (line) line.push(work);
    else if (addresses) addresses.set(address, [work]);
    else this.networks.set(network, new Map([[address, [work]]]));
  }

  take(): Work | undefined {
    for (const [network, addresses] of this.networks) {
      for (const [address, line] of addresses) {
        const work = line.shift();
        goBehind(addresses, address, line.length > 0 ? line : undefined);
        goBehind(this.networks, network, addresses.size > 0 ? addresses : undefined);
        return work;
      }
    }
    return undefined;
  }
}

/** `rest`: what it has still. */
const goBehind = <Rest>(lines: Map<string, Rest>, name: string, rest: Rest | undefined): void => {
  lines.delete(name);
  if (rest) lines.set(name, rest);
};

/** So long requests are answered in a turn of the event loop (ms). */
const longest = 4;

/**
 * The turns of the event loop in which requests are answered. Node accepts one connection in a turn: who has hundreds
 * answered in each keeps everybody else from being accepted. So what is asked when a turn has been used for some
 * milliseconds waits for the next ones. There networks take turns, in them addresses (`addressNetwork`,
 * `addressBlock`), and those of an address keep their order. Proxies carry many clients: each of their connections is a
 * network of its own.
 */
export class LoopTurns {
  private readonly waiting = new Lines();
  /** When the first request of this turn was answered; undefined: none was. */
  private began: number | undefined;

  /** `budget`: milliseconds. */
  constructor(
    private readonly budget = longest,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Does the work for a request of the connection, at once where there is time and nothing waits, or when its turn has
   * come. Undefined: the connection ended before, and nothing was done. `proxies`: whose connections carry many.
   */
  run<Done>(
    connection: Socket,
    proxies: readonly string[],
    work: () => Done,
  ): Done | Promise<Awaited<Done> | undefined> {
    this.began ??= this.begin();
    if (!this.waiting.isEmpty || this.isSpent) {
      return new Promise((resolve) => {
        const late = (): void => resolve(connection.destroyed ? undefined : (work() as Awaited<Done>));
        this.waiting.add(originOf(connection, proxies), late);
      });
    }
    return work();
  }

  private get isSpent(): boolean {
    return this.began !== undefined && this.now() - this.began >= this.budget;
  }

  private begin(): number {
    setImmediate(this.afterOthers);
    return this.now();
  }

  private readonly afterOthers = (): void => {
    this.began = undefined;
    if (this.waiting.isEmpty) return;
    this.began = this.begin();
    this.carryOn();
  };

  private readonly carryOn = (): void => {
    this.waiting.take()?.();
    // Most of the work is done in promises that it begins; so they come before the clock is looked at.
    if (!this.waiting.isEmpty) queueMicrotask(this.afterPromises);
  };

  private readonly afterPromises = (): void =>
    process.nextTick(() => {
      if (!this.isSpent) this.carryOn();
    });
}

/** Those of the event loop of this process. */
export const loopTurns = new LoopTurns();
