import { VcsRefusal } from '../vcs-refusal.js';
import type { LongWork } from '../long-work.js';
import type { PushRoom } from '../transfer/push-room.js';
import { PaceWindow } from './pace-window.js';

/** How often is looked (ms). */
const every = 1_000;
/** What was written is measured so much less often than what came is counted. */
const measured = 5;
/** And so much less often how much it has grown. */
const compared = 60;
/** A process that stood still was not kept waiting by a remote (ms). */
const longestStep = 10 * every;

/** Times in ms, paces in bytes a second. */
const usual = {
  /** A remote may take so long whatever it sends. */
  patience: 30 * 60_000,
  /** Beyond that it has to send so much: in all, and as long as it is waited for, in each span of that length. */
  slowest: 32 << 10,
  /** Others go first where it sends less than `crawling`, for so long, or less than that is made of it, for so long. */
  crawlingFor: 60_000,
  idleFor: 5 * 60_000,
  crawling: 16 << 10,
};
export type RemoteBounds = typeof usual;

export interface Watched {
  /** Bytes that passed so far. */
  received: () => number;
  /** What came of them: what was written on the disk, or given to the remote (bytes). Absent: nobody measures it. */
  written?: () => Promise<number>;
  /** Absent: nothing is stored. */
  room?: PushRoom;
  /** Whether what came is worked on here now, so that nobody waits for the remote. Absent: it never is. */
  isOurs?: () => boolean;
  /** Bytes that were here before, and which take their time as those that come. */
  before?: number;
  /** As in `LongWork`. */
  crawls?: LongWork['crawls'];
}

const nothing = (): Promise<number> => Promise.resolve(0);

/** Ends a work with a remote that sends too much, or too little for the time that it takes. */
export class RemoteWatch {
  /** Why it was ended; undefined: it was not. */
  failure: VcsRefusal | undefined;
  private readonly begun = Date.now();
  private readonly timer: NodeJS.Timeout;
  private readonly bounds: RemoteBounds;
  /** The time in which the remote was waited for (ms), and when that was looked at last. */
  private waited = 0;
  private lookedAt = Date.now();
  private readonly inLong: PaceWindow;
  private readonly lately: PaceWindow;
  /** What was written: words of progress and odd answers are bytes, too, by which nothing comes. */
  private readonly growth: PaceWindow;
  private grown = 0;
  private size: number | undefined;
  private hasCrawled = false;
  private looks = 0;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly watched: Watched,
    private readonly stop: () => void,
    bounds: Partial<RemoteBounds> = {},
  ) {
    this.bounds = { ...usual, ...bounds };
    this.inLong = new PaceWindow(this.bounds.patience);
    this.lately = new PaceWindow(this.bounds.crawlingFor);
    this.growth = new PaceWindow(this.bounds.idleFor);
    this.notePace(watched.received());
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, every);
  }

  /** @throws VcsRefusal why it was ended, or why what came has no room */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    this.tellCrawls(false);
    if (!this.failure) await this.judgeRoom(true);
    if (this.failure) throw this.failure;
  }

  private async look(): Promise<void> {
    if (this.isTooSlow()) this.fail(new VcsRefusal('remote', 'the remote takes too long'));
    else await this.judgeRoom((this.looks += 1) % measured === 0);
    if (this.failure) this.stop();
    else if (this.looks % compared === 1) await this.noteGrowth();
  }

  private isTooSlow(): boolean {
    const { patience, slowest, crawling } = this.bounds;
    const { received, isOurs, before = 0 } = this.watched;
    const [now, bytes] = [Date.now(), received()];
    const isWaiting = !isOurs?.();
    if (isWaiting) this.waited += Math.min(now - this.lookedAt, longestStep);
    this.lookedAt = now;
    this.notePace(bytes);
    this.tellCrawls(isWaiting && (this.lately.isBelow(crawling) || this.growth.isBelow(crawling)));
    return now - this.begun > patience + ((before + bytes) / slowest) * 1000 || this.inLong.isBelow(slowest);
  }

  private notePace(bytes: number): void {
    for (const pace of [this.inLong, this.lately]) pace.note(this.waited, bytes);
  }

  /** What is removed meanwhile has been written, too. */
  private async noteGrowth(): Promise<void> {
    const size = await this.watched.written?.();
    if (size === undefined) return;
    this.grown += Math.max(0, size - (this.size ?? size));
    this.size = size;
    this.growth.note(this.waited, this.grown);
  }

  private tellCrawls(crawls: boolean): void {
    if (crawls !== this.hasCrawled) this.watched.crawls?.(crawls);
    this.hasCrawled = crawls;
  }

  private async judgeRoom(measure: boolean): Promise<void> {
    const { room, received, written = nothing } = this.watched;
    if (!room) return;
    const full =
      (await room.refusalOf(received())) ?? (measure ? await room.refusalOfWritten(written) : undefined);
    if (full !== undefined) this.fail(new VcsRefusal('no_room', full));
  }

  private fail(failure: VcsRefusal): void {
    this.failure ??= failure;
    clearInterval(this.timer);
  }
}
