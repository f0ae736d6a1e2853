import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody who goes on with what he does, whatever ends meanwhile. */
export abstract class Persistent {
  /** What was acknowledged of it. */
  abstract readonly acknowledged: readonly unknown[];

  /** Whether what was done was acknowledged. Never fails. */
  abstract once(): Promise<boolean>;

  /** Who is refused waits a little: what starts again has the machine for itself. */
  async while(going: () => boolean): Promise<void> {
    while (going()) if (!(await this.once())) await sleep(250);
  }
}
