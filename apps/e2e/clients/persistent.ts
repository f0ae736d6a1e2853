import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody who goes on with what he does, whatever ends meanwhile. */
export abstract class Persistent {
  /** What was acknowledged of it. */
  abstract readonly acknowledged: readonly unknown[];

  /** Whether what was done was acknowledged. Never fails. */
  abstract once(): Promise<boolean>;

  async while(going: () => boolean): Promise<void> {
    while (going()) if (!(await this.once())) await sleep(50);
  }
}
