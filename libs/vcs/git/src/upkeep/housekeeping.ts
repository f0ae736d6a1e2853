import type { Writers } from './writers.js';
import type { GitProcesses } from '../process/git-processes.js';
import { isInDisorder, type Disorder } from './disorder.js';
import { LooseRefs } from './loose-refs.js';

export interface UpkeepSettings extends Disorder {
  /** After this many ms without a write, refs are packed. */
  delay: number;
}

const usual: UpkeepSettings = { delay: 2000, packs: 8, looseObjects: 1000, unindexed: 1 << 20 };
/** A busy repository is kept waiting at most this many ms. */
const longestDelay = 30_000;
const packRefs: ['pack-refs', string[]] = ['pack-refs', ['--all', '--prune']];
/** With what tells which paths a commit may have changed, from which the history of one is read. */
const graph = ['write', '--reachable', '--split', '--changed-paths', '--no-progress'];
/** No repository takes longer than this (ms). */
const longestRun = 30 * 60_000;

interface Dirt {
  since: number;
  due: number;
}

/**
 * Keeps repositories quick after writes: packs refs, joins packs (with a bitmap, from which a clone is answered
 * without a walk through the history, and an index over all packs) and writes the commit-graph. One repository at
 * a time, at low priority, never begun while a push is under way there; a push that comes in between ends the
 * joining of packs, which then begins again later. git makes every one of these changes by a rename, so that a
 * kill at any moment loses nothing.
 */
export class Housekeeping {
  private readonly dirty = new Map<string, Dirt>();
  private timer: NodeJS.Timeout | undefined;
  private current: { directory: string; abort: AbortController; done: Promise<void> } | undefined;
  private readonly interruptions = new Map<string, number>();
  private readonly looseRefs = new LooseRefs((directory, signal) =>
    this.writers.during(directory, () => this.run(directory, ...packRefs, { yielding: true, signal })),
  );
  private stopped = false;

  constructor(
    private readonly processes: GitProcesses,
    private readonly writers: Writers,
    private readonly settings: UpkeepSettings = usual,
  ) {}

  /** Tells that a ref or an object was written. */
  wrote(directory: string): void {
    if (this.stopped) return;
    const now = Date.now();
    const since = this.dirty.get(directory)?.since ?? now;
    this.dirty.set(directory, { since, due: Math.min(now + this.settings.delay, since + longestDelay) });
    this.plan();
  }

  /** Tells that a push has ended that wrote so many refs. Many are packed before the next push can bring more. */
  pushed(directory: string, refs: number): void {
    if (this.stopped) return;
    this.looseRefs.wrote(directory, refs);
    this.wrote(directory);
  }

  /**
   * Makes room for a push that is about to begin. It waits only for the packing of the many refs that the one before it
   * wrote, and where its like have interrupted the work twice already.
   */
  async yieldTo(directory: string): Promise<void> {
    await this.looseRefs.settled(directory);
    if (this.current?.directory !== directory) return;
    const before = this.interruptions.get(directory) ?? 0;
    if (before < 2) {
      this.interruptions.set(directory, before + 1);
      this.current.abort.abort();
    }
    await this.current.done;
  }

  forget(directory: string): void {
    this.dirty.delete(directory);
    this.interruptions.delete(directory);
    this.looseRefs.forget(directory);
    if (this.current?.directory === directory) this.current.abort.abort();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.dirty.clear();
    this.current?.abort.abort();
    await Promise.all([this.looseRefs.stop(), this.current?.done]);
  }

  private plan(): void {
    if (this.stopped || this.current || this.dirty.size === 0) return;
    clearTimeout(this.timer);
    const next = Math.min(...[...this.dirty.values()].map(({ due }) => due));
    this.timer = setTimeout(() => this.begin(), Math.max(next - Date.now(), 10)).unref();
  }

  private begin(): void {
    const now = Date.now();
    for (const [directory, dirt] of this.dirty) {
      if (dirt.due > now) continue;
      if (this.writers.isBusy(directory)) {
        dirt.due = now + 100;
        continue;
      }
      this.dirty.delete(directory);
      const abort = new AbortController();
      const done = this.writers
        .during(directory, () => this.clean(directory, abort.signal))
        .catch(() => undefined)
        .then(() => {
          this.current = undefined;
          if (abort.signal.aborted) this.wrote(directory);
          else this.interruptions.delete(directory);
          this.plan();
        });
      this.current = { directory, abort, done };
      return;
    }
    this.plan();
  }

  private async clean(directory: string, signal: AbortSignal): Promise<void> {
    this.looseRefs.packed(directory);
    await this.run(directory, ...packRefs, { background: true, signal });
    if (signal.aborted || !(await isInDisorder(directory, this.settings))) return;
    const joined = await this.run(
      directory,
      'repack',
      ['--geometric=2', '-d', '-q', '--write-midx', '--write-bitmap-index'],
      { background: true, signal },
    );
    if (joined) await this.run(directory, 'commit-graph', graph, { background: true, signal });
  }

  /** Whether the command came to its end. */
  private async run(
    directory: string,
    command: 'pack-refs' | 'repack' | 'commit-graph',
    flags: string[],
    priority: { background?: true; yielding?: true; signal: AbortSignal },
  ): Promise<boolean> {
    const config = { 'pack.threads': '1', 'repack.writeBitmaps': 'true' };
    const options = { ...priority, timeout: longestRun };
    const { code } = await this.processes.run({ command, directory, flags, config }, options);
    if (code < 0) this.writers.wasKilled(directory);
    return code === 0 && !priority.signal.aborted;
  }
}
