import { ProgramDeadline } from './program-deadline.js';
import type { Floor, TransferClient } from './transfer-client.js';

interface Silence {
  client: Pick<TransferClient, 'isBehind'>;
  /** Whose turn it is, where both sides speak. */
  floor?: Pick<Floor, 'programSpeaks'>;
  /** How much the program has said. */
  said: { readonly bytes: number };
  /** ms */
  most: number;
}

/**
 * Ends a program that works on a fetch and says nothing for too long. Who pushes writes what it goes through, and may
 * have it go through that for ever. While the client is behind no time passes, and when it speaks time begins anew.
 */
export class SilenceDeadline extends ProgramDeadline {
  private silent = 0;
  private heard = 0;

  constructor(
    private readonly silence: Silence,
    stop: () => void,
  ) {
    super('the server took too long to find out what to send', stop);
  }

  protected isOver(passed: number): boolean {
    const { client, floor, said, most } = this.silence;
    if (said.bytes > this.heard || (floor && !floor.programSpeaks)) this.silent = 0;
    else if (!client.isBehind) this.silent += passed;
    this.heard = said.bytes;
    return this.silent > most;
  }
}
