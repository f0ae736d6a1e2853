import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { RefWriter, RefWriterEnded } from '../process/ref-writer.js';
import { mostWriters, ReadTurns } from '../reading/read-turns.js';
import type { Writers } from '../upkeep/writers.js';
import type { RefTransaction } from '../refs/ref-command.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;
const attempts = 10;

/**
 * The long-lived writers of refs: one for each repository in use. Who changes many repositories leaves some to others.
 */
export class RefWriters {
  private readonly pool: KeyedPool<RefWriter>;
  private readonly turns = ReadTurns.ofRefs();

  constructor(
    processes: GitProcesses,
    private readonly writers: Writers,
  ) {
    this.pool = new KeyedPool((directory) => new RefWriter(processes, directory), mostWriters, idleTime);
  }

  /** @throws VcsRefusal what git refuses, or `unavailable` when no turn comes in time */
  write({ directory, changes, reading }: RefTransaction): Promise<void> {
    return this.turns.run(directory, reading, () =>
      this.writers.during(directory, async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await this.pool.use(directory, (writer) => writer.write(changes), reading);
          } catch (error) {
            // Another job's refusal ended the process before it came to this one.
            if (!(error instanceof RefWriterEnded) || attempt === attempts) throw error;
          }
        }
      }),
    );
  }

  forget(directory: string): void {
    this.pool.drop(directory);
  }

  close(): void {
    this.pool.close();
  }
}
