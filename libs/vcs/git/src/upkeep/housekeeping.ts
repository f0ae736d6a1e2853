import { within } from '@holdfast/kernel';
import { VcsRefusal, type DiskGate } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { Writers } from './writers.js';
import type { GitProcesses } from '../process/git-processes.js';
import { CommitTexts, mostKnown } from './commit-texts.js';
import { DirtyDirectories, type Dirt } from './dirty-directories.js';
import { isInDisorder } from './disorder.js';
import { FailedJoins } from './failed-joins.js';
import { GraphsBeside } from './graphs-beside.js';
import { JoinedPacks } from './joined-packs.js';
import { JoiningTurns } from './joining-turns.js';
import { LooseRefs } from './loose-refs.js';
import { RefPacking } from './ref-packing.js';
import { UpkeepGit, type UpkeepCall } from './upkeep-git.js';
import { usualUpkeep, type UpkeepSettings } from './upkeep-settings.js';
import { whileRoom } from './while-room.js';

/**
 * Keeps repositories quick after writes: packs refs, joins packs (with a bitmap, from which a clone is answered
 * without a walk through the history, and an index over all packs) and writes the commit-graph. Refs are packed in one
 * repository at a time and packs joined in one, at low priority, not begun while a push is under way there, unless
 * there is one for long; a push that comes in between ends the joining of packs, but not again and again, and it begins
 * again later. The content of a repository can make joining take very long, so companies have turns of it. Joined
 * packs lie beside the ones before for a while: where the disk has little room nothing is joined. git makes each of
 * these changes by a rename, so that a kill at any moment loses nothing.
 */
export class Housekeeping {
  private readonly dirty: DirtyDirectories;
  private timer: NodeJS.Timeout | undefined;
  private current: (ReturnType<JoiningTurns['of']> & { directory: string }) | undefined;
  private readonly interruptions = new Map<string, number>();
  /** Where joining was begun and has not come to its end. */
  private readonly unfinished = new Set<string>();
  private readonly failed = new FailedJoins();
  private readonly joining = new JoiningTurns({
    work: (directory, signal) =>
      this.writers.during(directory, () =>
        whileRoom(this.disk, signal, (either) => this.join(directory, either)),
      ),
    // Whoever pushes and comes to no end would else keep what is read slowly as it is.
    isBusy: (directory, since) =>
      this.writers.isBusy(directory) && Date.now() - since < this.settings.longestDelay,
  });
  /** Safe beside pushes. */
  private readonly graphs = new GraphsBeside((directory, signal) =>
    this.writers.during(directory, () => this.writeGraph(directory, { background: true, signal })),
  );
  private readonly looseRefs = new LooseRefs((directory, signal) =>
    this.writers.during(directory, () => this.refs.pack(directory, signal)),
  );
  /** Forks that nobody has fetched from or written to since they were made, with the companies (uuid) that did. */
  private readonly untouched = new LRUCache<string, string>({ max: mostKnown });
  private stopped = false;
  private readonly texts: CommitTexts;
  private readonly settings: UpkeepSettings;
  private readonly git: UpkeepGit;
  private readonly refs: RefPacking;
  private readonly packs: JoinedPacks;

  constructor(
    processes: GitProcesses,
    private readonly writers: Writers,
    private readonly disk?: DiskGate,
    settings: Partial<UpkeepSettings> = {},
  ) {
    this.git = new UpkeepGit(processes, writers);
    this.packs = new JoinedPacks(processes, this.git);
    this.settings = { ...usualUpkeep, ...settings };
    this.dirty = new DirtyDirectories(this.settings);
    this.refs = new RefPacking(this.git, this.settings.packing);
    this.texts = new CommitTexts(this.settings.texts);
  }

  /** Tells that a ref or an object was written. `company`: whose push it was (uuid), where that is known. */
  wrote(directory: string, company?: string): void {
    if (this.stopped) return;
    this.untouched.delete(directory);
    this.dirty.wrote(directory, company);
    this.plan();
  }

  /** Tells of a fork. What its source was put in order with it has by links; the rest waits until somebody needs it. */
  forked(directory: string, company: string): void {
    this.untouched.set(directory, company);
  }

  /** Tells that somebody fetches. */
  fetched(directory: string): void {
    const company = this.untouched.get(directory);
    if (company !== undefined) this.wrote(directory, company);
  }

  /**
   * Tells that a push has ended that wrote so many refs, or tried to, and so many bytes of commits and tags. Many refs
   * are packed, and directories that are left of them removed, before the next push can bring more.
   */
  pushed(directory: string, { refs, texts }: { refs: number; texts: number }, company: string): void {
    if (this.stopped) return;
    this.texts.add(directory, texts);
    this.looseRefs.wrote(directory, refs);
    this.wrote(directory, company);
  }

  /** Tells that git had too little memory or time for a push: perhaps for the commits that references lead to. */
  hasLongTexts(directory: string, company: string): void {
    this.texts.suspect(directory);
    this.wrote(directory, company);
  }

  /** Tells that a push has brought what git may read slowly until its pack is written anew. */
  hasSlowPack(directory: string, company: string): void {
    this.unfinished.add(directory);
    this.wrote(directory, company);
  }

  /**
   * Makes room for a push that is about to begin. It waits only for the packing of the many refs that the one before it
   * wrote, and for a while where its like have interrupted the work twice already, once: content can make joining take
   * very long, and a push beside it loses nothing, as what is written by the API does not.
   */
  async yieldTo(directory: string): Promise<void> {
    await this.looseRefs.settled(directory);
    const work = this.current?.directory === directory ? this.current : this.joining.of(directory);
    if (!work) return;
    const before = this.interruptions.get(directory) ?? 0;
    if (before < 2) {
      this.interruptions.set(directory, before + 1);
      work.abort.abort();
      this.wrote(directory);
    }
    if (!work.isAwaited) await within(this.settings.wait, work.done, () => (work.isAwaited = true));
  }

  /** Does all of it now, in the turns of a company. Rejects where it ends early. */
  async all(directory: string, company: string, signal: AbortSignal): Promise<void> {
    this.unfinished.add(directory);
    this.texts.suspect(directory);
    await this.writers.during(directory, () => this.tidy(directory, signal, 'packWhole'));
    await this.joining.finish(directory, company, signal);
    if (this.unfinished.has(directory))
      throw new VcsRefusal('no_room', 'the disk has too little room for it');
    this.failed.throwIfRecent(directory);
  }

  /** Does what must not see packs of the directory go. */
  withoutJoining<T>(directory: string, work: () => Promise<T>): Promise<T> {
    return this.joining.without(directory, work);
  }

  forget(directory: string): void {
    for (const each of [this.dirty, this.untouched, this.interruptions, this.unfinished])
      each.delete(directory);
    const { failed, refs, packs, texts, looseRefs, graphs, joining } = this;
    for (const each of [failed, refs, packs, texts, looseRefs, graphs, joining]) each.forget(directory);
    if (this.current?.directory === directory) this.current.abort.abort();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.dirty.clear();
    this.current?.abort.abort();
    await Promise.all([this.looseRefs.stop(), this.joining.stop(), this.graphs.stop(), this.current?.done]);
  }

  private plan(): void {
    const { next } = this.dirty;
    if (this.stopped || this.current || next === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.begin(), Math.max(next - Date.now(), 10)).unref();
  }

  private begin(): void {
    const now = Date.now();
    for (const [directory, dirt] of this.dirty.dueAt(now)) {
      if (this.writers.isBusy(directory)) {
        if (this.hasWaitedLong(directory, dirt, now)) this.graphs.begin(directory);
        if (dirt.joined <= now) {
          this.joining.add(directory, dirt.company, dirt.since);
          dirt.joined = now + this.settings.longestDelay;
        }
        dirt.due = now + 100;
        continue;
      }
      this.dirty.delete(directory);
      const abort = new AbortController();
      const done = this.writers
        .during(directory, () => this.tidy(directory, abort.signal))
        .catch(() => false)
        .then((isNext) => {
          this.current = undefined;
          if (isNext) this.joining.add(directory, dirt.company);
          else if (!abort.signal.aborted) this.interruptions.delete(directory);
          this.plan();
        });
      this.current = { directory, abort, done };
      return;
    }
    this.plan();
  }

  /** Somebody who pushes and comes to no end would else keep the graph away, without which others cannot push. */
  private hasWaitedLong(directory: string, { since }: Dirt, now: number): boolean {
    return now - since >= this.settings.longestDelay && this.texts.areMany(directory);
  }

  /** Answers whether its packs should be joined. */
  private async tidy(
    directory: string,
    signal: AbortSignal,
    how: 'pack' | 'packWhole' = 'pack',
  ): Promise<boolean> {
    this.looseRefs.packed(directory);
    await this.refs[how](directory, signal);
    return !signal.aborted && (this.texts.areMany(directory) || this.isLoose(directory));
  }

  private async join(directory: string, signal: AbortSignal): Promise<void> {
    const priority = { background: true, signal } as const;
    // It may have been joined since it was looked at.
    const isLoose = await this.isLoose(directory);
    if (!isLoose && !this.texts.areMany(directory)) return;
    if (isLoose) this.unfinished.add(directory);
    const isJoined = !isLoose || (await this.packs.join(directory, priority));
    if (isJoined) await this.writeGraph(directory, priority);
    if (signal.aborted) return;
    if (isLoose) this.failed.ended(directory, isJoined);
    this.unfinished.delete(directory);
    this.interruptions.delete(directory);
  }

  private async writeGraph(directory: string, priority: UpkeepCall): Promise<boolean> {
    const before = this.texts.of(directory);
    const isWritten = await this.git.run(directory, 'commit-graph', priority);
    if (isWritten) this.texts.written(directory, before);
    return isWritten;
  }

  /** Whether its packs should be joined, or joining has not come to its end. */
  private async isLoose(directory: string): Promise<boolean> {
    if (this.unfinished.has(directory)) return true;
    return !this.failed.isRecent(directory) && isInDisorder(directory, this.settings);
  }
}
