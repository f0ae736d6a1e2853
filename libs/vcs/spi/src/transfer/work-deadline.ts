import { BodyFailure } from './body-failure.js';
import type { TransferClient } from './transfer-client.js';

/** Beside the time that it has anyway: for each KiB that moves (ms). Less than 256 KiB a second is no archive. */
const perKiB = 4;
/** How often is looked (ms). */
const every = 500;

/**
 * Ends a program that works too long on one answer: whoever asks for it writes what it has to work on. The time in
 * which the client is behind does not count.
 */
export class WorkDeadline {
  /** Why the program was ended; undefined: it was not. */
  failure: BodyFailure | undefined;
  private worked = 0;
  private readonly timer: NodeJS.Timeout;

  /**
   * `said`: so many bytes of the answer have come; what the program tells the user beside is none. `least`: ms that it
   * has however little it says.
   */
  constructor(
    private readonly client: Pick<TransferClient, 'isBehind'>,
    private readonly said: () => number,
    private readonly least: number,
    private readonly stop: () => void,
  ) {
    this.timer = setInterval(() => this.look(), every);
  }

  /** The program has ended. */
  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (this.client.isBehind) return;
    this.worked += every;
    if (this.worked <= this.least + (this.said() / 1024) * perKiB) return;
    this.failure = new BodyFailure('late', 503, 'the server took too long to make this, ask for less of it');
    this.end();
    this.stop();
  }
}
