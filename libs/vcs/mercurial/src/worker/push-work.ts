import type { ChildProcess } from 'node:child_process';
import { processorTime } from '@holdfast/vcs-spi/engine';

/** How often is looked (ms). */
const every = 1_000;

/** Processor time of a program, however little was sent (ms), and for each KiB that was. */
export interface WorkLimits {
  readonly pushWork: number;
  readonly pushWorkPerKiB: number;
}

/**
 * How long programs may work on what was pushed. While one does, nobody else writes to the repository; and of little
 * that is sent, Mercurial can be made to work for hours.
 */
export class PushWork {
  constructor(private readonly limits: WorkLimits) {}

  /**
   * `sent`: so many bytes of the push have come. `end` is called where it has had too much of the processor, once.
   * Answers what ends the watch.
   */
  watch(child: ChildProcess, sent: () => number, end: (why: string) => void): () => void {
    const { pushWork, pushWorkPerKiB } = this.limits;
    const before = processorTime(child) ?? 0;
    const timer = setInterval(() => {
      const worked = (processorTime(child) ?? 0) - before;
      if (worked <= pushWork + (sent() / 1024) * pushWorkPerKiB) return;
      clearInterval(timer);
      end('what is pushed takes the server too long, push it in several parts');
    }, every).unref();
    const over = (): void => {
      clearInterval(timer);
      child.off('exit', over);
    };
    child.once('exit', over);
    return over;
  }
}

/** Watches the pushes of one conversation, each by itself: what is read beside them may take as long as it likes. */
export class WatchedPushes {
  private over = (): void => undefined;
  /** What had come when the last push was over. */
  private before = 0;

  /** `sent`: so many bytes have come in the whole conversation. Otherwise as `PushWork.watch`. */
  constructor(
    private readonly work: PushWork,
    private readonly child: ChildProcess,
    private readonly sent: () => number,
    private readonly end: (why: string) => void,
  ) {}

  /** What is pushed has come, and is worked on from now on. */
  begin(): void {
    this.over();
    this.over = this.work.watch(this.child, () => this.sent() - this.before, this.end);
  }

  leave(): void {
    this.over();
    this.before = this.sent();
  }
}
