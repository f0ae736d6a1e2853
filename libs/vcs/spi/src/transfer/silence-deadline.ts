import { BodyFailure } from './body-failure.js';
import type { Floor, TransferClient } from './transfer-client.js';

/** How often is looked (ms). */
const every = 500;

interface Silence {
  client: Pick<TransferClient, 'isBehind'>;
  /** Whose turn it is, where both sides speak. */
  floor?: Floor;
  /** How much the program has said. */
  said: { readonly bytes: number };
  /** ms */
  most: number;
}

/**
 * Ends a program that works on a fetch and says nothing for too long. Who pushes writes what it goes through, and may
 * have it go through that for ever. While the client is behind no time passes, and when it speaks time begins anew.
 */
export class SilenceDeadline {
  /** Why the program was ended; undefined: it was not. */
  failure: BodyFailure | undefined;
  private silent = 0;
  private heard = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly silence: Silence,
    private readonly stop: () => void,
  ) {
    this.timer = setInterval(() => this.look(), every);
  }

  /** The program has ended. */
  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { client, floor, said, most } = this.silence;
    if (said.bytes > this.heard || (floor && !floor.programSpeaks)) this.silent = 0;
    else if (!client.isBehind) this.silent += every;
    this.heard = said.bytes;
    if (this.silent <= most) return;
    this.failure = new BodyFailure('late', 503, 'the server took too long to find out what to send');
    this.end();
    this.stop();
  }
}
