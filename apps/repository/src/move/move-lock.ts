import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { WriteGate, type ClosedDoor } from '../write-gate/write-gate.js';

/** So long writes wait for those before them to end (ms); then they go on, and it is tried again later. */
const politeness = 400;
/** The same before writes that do not end are ended, and after it. */
const patience = 5_000;
const lookEvery = 5;
/** What was written in the same tick of the file system's clock looks the same: after this it has ticked (ms). */
const tick = 25;

/** Makes a repository of this node stand still for a moment. */
@Injectable()
export class MoveLock {
  constructor(
    private readonly gate: WriteGate,
    private readonly bytes: ByteProcess,
    private readonly changes: RefChanges,
  ) {}

  /**
   * Does `work` while nobody writes to the repository, and all that was written is known to the database. Undefined:
   * somebody was at it for too long, and nothing was done. `firm`: pushes have longer, and those that have not been
   * decided then are ended. `work` is told for how long writes have waited (ms).
   */
  async during<T>(
    repository: string,
    firm: boolean,
    work: (waited: () => number) => Promise<T>,
  ): Promise<T | undefined> {
    const door = this.gate.close(repository);
    const began = performance.now();
    try {
      if (!(await this.empty(repository, door, firm))) return undefined;
      await sleep(tick);
      return await work(() => performance.now() - began);
    } finally {
      door.open();
    }
  }

  private async empty(repository: string, door: ClosedDoor, firm: boolean): Promise<boolean> {
    if (await this.emptied(repository, door, politeness)) return true;
    if (!firm) return false;
    // On a busy node a push takes longer than that, and it is none of those that do not end.
    if (await this.emptied(repository, door, patience)) return true;
    // What was allowed comes to its end; what is still to be decided waits, and then finds that it has moved.
    door.bar();
    if (!(await door.empty(patience))) return false;
    await this.bytes.endWrites(repository);
    return this.emptied(repository, door, patience);
  }

  private async emptied(repository: string, door: ClosedDoor, milliseconds: number): Promise<boolean> {
    const end = Date.now() + milliseconds;
    if (!(await door.empty(milliseconds))) return false;
    for (;;) {
      const { writes } = await this.bytes.occupants(repository);
      if (writes === 0 && this.changes.isQuiet(repository)) return door.empty(0);
      if (Date.now() >= end) return false;
      await sleep(lookEvery);
    }
  }
}
