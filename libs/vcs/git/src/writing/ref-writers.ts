import { VcsRefusal } from '@holdfast/vcs-spi';
import { laterReferences } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { RefWriter, RefWriterEnded } from '../process/ref-writer.js';
import { mostWriters, ReadTurns } from '../reading/read-turns.js';
import { syncRefs, type WrittenRef } from '../refs/lasting-refs.js';
import type { RefCommand, RefTransaction } from '../refs/ref-command.js';
import type { Writers } from '../upkeep/writers.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;
const attempts = 10;
/** More are brought to the disk together, with all else that waits there: one by one, 50,000 of them take minutes. */
const mostSingle = 200;

/**
 * The long-lived writers of refs: one for each repository in use. Who changes many repositories leaves some to others.
 */
export class RefWriters {
  private readonly pool: KeyedPool<RefWriter>;
  private readonly turns = ReadTurns.ofRefs();

  constructor(
    private readonly processes: GitProcesses,
    private readonly writers: Writers,
    /** How long git may work to read what references are to name (ms of the processor). */
    private readonly work: number,
  ) {
    this.pool = new KeyedPool(
      (directory) => new RefWriter(processes, directory, work),
      mostWriters,
      idleTime,
    );
  }

  /**
   * All of it is on the disk when this returns. Answers whether git took a while to read what references are to name.
   * @throws VcsRefusal what git refuses, or `unavailable` when no turn comes in time
   */
  write(asked: RefTransaction): Promise<boolean> {
    const { directory, changes, reading } = asked;
    return this.turns.run(directory, reading, () =>
      this.writers.during(directory, async () => {
        if (changes.length > mostSingle) return this.writeMany(asked);
        const isLong = await this.writeFew(asked);
        await syncRefs(directory, changes.map(writtenRef)).catch(unlasting);
        return isLong;
      }),
    );
  }

  forget(directory: string): void {
    this.pool.drop(directory);
  }

  close(): void {
    this.pool.close();
  }

  private async writeFew({ directory, changes, reading }: RefTransaction): Promise<boolean> {
    const until = reading.deadline;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.pool.use(directory, (writer) => writer.write(changes, { until }), reading);
      } catch (error) {
        // Another job's refusal ended the process before it came to this one.
        if (!(error instanceof RefWriterEnded) || attempt === attempts) throw error;
      }
    }
  }

  /** git writes them all beside what they replace, and nothing of that is replaced before it is on the disk. */
  private async writeMany({ directory, changes, reading }: RefTransaction): Promise<boolean> {
    // Whoever waits has a turn of few, and nothing else is written beside it: not for longer than he waits.
    const lasting = (): Promise<void> => this.processes.syncDisk(directory, reading.deadline);
    const writer = new RefWriter(this.processes, directory, this.work, laterReferences);
    try {
      const isLong = await writer.write(changes, { until: reading.deadline, prepared: lasting });
      await lasting();
      return isLong;
    } finally {
      writer.close();
    }
  }
}

const writtenRef = ({ ref, verb }: RefCommand): WrittenRef => ({ ref, isGone: verb === 'delete' });

const unlasting = (error: unknown): never => {
  throw new VcsRefusal('unavailable', error instanceof Error ? error.message : String(error));
};
