import { readFile } from 'node:fs/promises';
import { memoryHere } from '@holdfast/kernel';
import { childrenOf, kill } from './server-children.js';

/** How often it is looked what they have (ms): while that is little, and else. */
const [seldom, often] = [1_000, 100];
/** The part of what they may have that is little. */
const little = 1 / 4;

/** Bytes of a page of memory, on all machines that we run on. */
const page = 4096;

/** The part of the machine's memory, or of the container's, that they may have at most. */
const part = 1 / 4;

/**
 * Bounds what the processes of a server have together: the largest ends, and with it the request that made it so large.
 * Needs /proc; elsewhere none ends.
 */
export class SharedMemory {
  private readonly most: number;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  /** `server`: the process whose children they are. `most`: bytes. */
  constructor(
    private readonly server: () => number | undefined,
    most: number,
  ) {
    this.most = Math.min(most, part * memoryHere());
  }

  /** Begins, where it has not. */
  watch(): void {
    this.timer ??= this.next(seldom);
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private next(pause: number): NodeJS.Timeout {
    const look = async (): Promise<void> => {
      const together = await this.look();
      if (!this.isOver) this.timer = this.next(together < little * this.most ? seldom : often);
    };
    return setTimeout(() => void look(), pause).unref();
  }

  /** Answers what they have together. */
  private async look(): Promise<number> {
    const children = await childrenOf(this.server());
    const sizes = await Promise.all(children.map(async (pid) => ({ pid, bytes: await bytesOf(pid) })));
    let together = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { pid, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
      if (together <= this.most) break;
      kill(pid);
      together -= bytes;
    }
    return together;
  }
}

/** What a process has in memory for itself; nothing where it has ended. */
const bytesOf = async (pid: number): Promise<number> => {
  const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0 0')).split(
    ' ',
  );
  return (Number(resident) - Number(shared)) * page;
};
