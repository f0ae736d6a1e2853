import type { ChildProcess } from 'node:child_process';
import { memoryHere } from '@holdfast/kernel';
import { MemoryBudget, ownSize } from '@holdfast/vcs-spi/engine';

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
  private readonly transfers: MemoryBudget;
  private readonly reads = new MemoryBudget(usual.reads * memoryHere(), ownSize);
  private readonly spent = new WeakSet<ChildProcess>();
  private readonly leaving = new WeakMap<ChildProcess, () => void>();

  /** `bytes`: of all transfers; absent, half of what there is. */
  constructor(bytes = usual.transfers * memoryHere()) {
    this.transfers = new MemoryBudget(Math.min(bytes, memoryHere()), ownSize);
  }

  /** Counts a program until it has ended, or is let go. `end`: ends it. */
  count(child: ChildProcess, by: SharedBy, end: () => void): void {
    // Of readers each is its own: the largest ends.
    const owner = by === 'reads' ? { company: String(child.pid), account: '' } : by;
    const budget = by === 'reads' ? this.reads : this.transfers;
    const leave = budget.follow(child, owner, () => {
      this.spent.add(child);
      process.emitWarning('a git program was ended: all together had too much memory');
      end();
    });
    this.leaving.set(child, leave);
  }

  /** It must not be ended any more. */
  letGo(child: ChildProcess): void {
    this.leaving.get(child)?.();
  }

  /** Whether it was ended for what all had together. */
  isSpent(child: ChildProcess): boolean {
    return this.spent.has(child);
  }
}
