import { VcsRefusal } from '../vcs-refusal.js';
import type { PushRoom } from '../transfer/push-room.js';

/** How often is looked (ms). */
const every = 1_000;
/** What was written is measured so much less often than what came is counted. */
const measured = 5;
/** A remote may take so long whatever it sends (ms). */
const least = 30 * 60_000;
/** Beyond that it has to send so much (bytes a second), in all. */
const slowest = 32 << 10;

export interface Watched {
  /** Bytes that passed so far. */
  received: () => number;
  /** What was made of them on the disk (bytes). */
  written: () => Promise<number>;
  /** Absent: nothing is stored. */
  room?: PushRoom;
}

/** Ends a work with a remote that sends too much, or too little for the time that it takes. */
export class RemoteWatch {
  /** Why it was ended; undefined: it was not. */
  failure: VcsRefusal | undefined;
  private readonly begun = Date.now();
  private readonly timer: NodeJS.Timeout;
  private looks = 0;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly watched: Watched,
    private readonly stop: () => void,
    private readonly patience = least,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, every);
  }

  /** @throws VcsRefusal why it was ended, or why what came has no room */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    if (!this.failure) await this.judgeRoom(true);
    if (this.failure) throw this.failure;
  }

  private async look(): Promise<void> {
    const time = this.patience + (this.watched.received() / slowest) * 1000;
    if (Date.now() - this.begun > time) this.fail(new VcsRefusal('remote', 'the remote takes too long'));
    else await this.judgeRoom((this.looks += 1) % measured === 0);
    if (this.failure) this.stop();
  }

  private async judgeRoom(measure: boolean): Promise<void> {
    const { room, received, written } = this.watched;
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
