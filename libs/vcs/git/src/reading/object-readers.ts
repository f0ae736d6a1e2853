import { VcsRefusal, type Reading } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { ObjectReader } from '../process/object-reader.js';
import { mostReaders, ReadTurns, type ReadTurn } from './read-turns.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;

/** The long-lived readers of objects: one for each repository that is in use. */
export class ObjectReaders {
  private readonly pool: KeyedPool<ObjectReader>;
  private readonly turns = ReadTurns.ofObjects();

  constructor(processes: GitProcesses) {
    this.pool = new KeyedPool((directory) => new ObjectReader(processes, directory), mostReaders, idleTime);
  }

  /**
   * Takes a turn for what needs nothing but objects.
   * @throws VcsRefusal `unavailable` when none comes in time
   */
  read<T>(
    directory: string,
    reading: Reading,
    work: (reader: ObjectReader, turn: ReadTurn) => Promise<T>,
  ): Promise<T> {
    return this.turns.run(directory, reading, (turn) => this.use(turn, (reader) => work(reader, turn)));
  }

  /** For those who have a turn; in one they use one reader at a time. One that broke between two uses is replaced once. */
  async use<T>({ directory, reading }: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    let used: ObjectReader | undefined;
    try {
      return await this.pool.use(directory, (reader) => work((used = reader)), reading);
    } catch (error) {
      if (!used?.broken || !(error instanceof VcsRefusal) || error.code !== 'unavailable') throw error;
      return this.pool.use(directory, work, reading);
    }
  }

  forget(directory: string): void {
    this.pool.drop(directory);
  }

  close(): void {
    this.pool.close();
  }
}
