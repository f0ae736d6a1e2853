import type { ChildProcess } from 'node:child_process';
import { SharedMemory, type MemorySharer } from '@holdfast/vcs-spi/engine';

/** Who makes a transfer (uuids), or `reads`: what is read for the API, which is bounded by its turns besides. */
export type SharedBy = { readonly company: string; readonly account: string } | 'reads';

/** The parts of the memory of this machine, or container, that they have where nothing is said. */
const usual = { transfers: 1 / 2, reads: 1 / 4 };

/**
 * What the programs that work for somebody have in memory together: transfers, and what is read for the API. Each may
 * have much, as large histories need it; whoever pushes can write one of some kilobytes for which git needs as much,
 * and ask for it many times at once.
 */
export class ProgramMemory {
  private readonly transfers: MemoryPool;
  private readonly reads: MemoryPool;
  private readonly spent = new WeakSet<ChildProcess>();

  /** `bytes`: of all transfers; absent, half of what there is. */
  constructor(bytes?: number) {
    this.transfers = new MemoryPool(bytes === undefined ? { part: usual.transfers } : { bytes, part: 1 });
    this.reads = new MemoryPool({ part: usual.reads });
  }

  /** Counts a program until it has ended, or is let go. `end`: ends it. */
  count(child: ChildProcess, by: SharedBy, end: () => void): void {
    const { pid } = child;
    if (pid === undefined) return;
    const [pool, owner] =
      by === 'reads' ? [this.reads, [String(pid)]] : [this.transfers, [by.company, by.account]];
    pool.add(child, {
      pid,
      owner,
      end: () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        this.spent.add(child);
        process.emitWarning('a git program was ended: all together had too much memory');
        end();
      },
    });
  }

  /** It must not be ended any more. */
  letGo(child: ChildProcess): void {
    this.transfers.remove(child);
  }

  /** Whether it was ended for what all had together. */
  isSpent(child: ChildProcess): boolean {
    return this.spent.has(child);
  }

  stop(): void {
    this.transfers.stop();
    this.reads.stop();
  }
}

class MemoryPool {
  private readonly programs = new Map<ChildProcess, MemorySharer>();
  private readonly shared: SharedMemory;

  constructor(bound: ConstructorParameters<typeof SharedMemory>[1]) {
    this.shared = new SharedMemory(() => this.programs.values(), bound);
  }

  add(child: ChildProcess, sharer: MemorySharer): void {
    this.programs.set(child, sharer);
    child.once('exit', () => this.remove(child));
    this.shared.watch();
  }

  remove(child: ChildProcess): void {
    this.programs.delete(child);
  }

  stop(): void {
    this.shared.stop();
  }
}
