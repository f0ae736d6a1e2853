import { ProgramDeadline } from './program-deadline.js';
import type { TransferClient } from './transfer-client.js';

/** Beside the time that it has anyway: for each KiB that moves (ms). Less than 256 KiB a second is no archive. */
const perKiB = 4;

/**
 * Ends a program that works too long on one answer: whoever asks for it writes what it has to work on. The time in
 * which the client is behind does not count.
 */
export class WorkDeadline extends ProgramDeadline {
  private worked = 0;

  /**
   * `said`: so many bytes of the answer have come; what the program tells the user beside is none. `least`: ms that it
   * has however little it says.
   */
  constructor(
    private readonly client: Pick<TransferClient, 'isBehind'>,
    private readonly said: () => number,
    private readonly least: number,
    stop: () => void,
  ) {
    super('the server took too long to make this, ask for less of it', stop);
  }

  protected isOver(passed: number): boolean {
    if (this.client.isBehind) return false;
    this.worked += passed;
    return this.worked > this.least + (this.said() / 1024) * perKiB;
  }
}
