import type { ChildProcess } from 'node:child_process';
import { BodyFailure, SharedMemory, type MemorySharer, type SharedBound } from '@holdfast/vcs-spi/engine';

/** Of the memory of this machine, or container: the database and what else is here have the rest. */
const usualBound: SharedBound = { part: 1 / 2 };

/**
 * What all fetches have in memory together. Each may have much, as large histories need it; whoever pushes can write
 * one of some kilobytes for which git needs as much, and ask for it many times at once.
 */
export class FetchMemory {
  private readonly fetches = new Set<MemorySharer>();
  private readonly shared: SharedMemory;

  constructor(bound: SharedBound = usualBound) {
    this.shared = new SharedMemory(() => this.fetches, bound);
  }

  /** Counts a fetch of somebody until its program has ended; says why, where `end` was called for what it took. */
  count(child: ChildProcess, owner: string, end: () => void): () => BodyFailure | undefined {
    const { pid } = child;
    let failure: BodyFailure | undefined;
    if (pid === undefined) return () => failure;
    const sharer = {
      ...{ pid, owner },
      end: () => {
        failure = new BodyFailure('late', 503, tooMuch);
        end();
      },
    };
    this.fetches.add(sharer);
    child.once('exit', () => this.fetches.delete(sharer));
    this.shared.watch();
    return () => failure;
  }

  stop(): void {
    this.shared.stop();
  }
}

const tooMuch = 'all fetches together need more memory than the server has, try again in a minute';
