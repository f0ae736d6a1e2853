import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { ObjectReader } from '../process/object-reader.js';
import { mostLookups, mostPrograms } from './read-turns.js';

/** So many repositories are read at a time. Long reads take their turns and never have them all: others find one. */
const most = mostPrograms + mostLookups + 8;
/** A process ends so long after its last use (ms). */
const idleTime = 20_000;

/** The long-lived readers of objects: one for each repository that is in use. */
export class ObjectReaders {
  private readonly pool: KeyedPool<ObjectReader>;

  constructor(processes: GitProcesses) {
    this.pool = new KeyedPool((directory) => new ObjectReader(processes, directory), most, idleTime);
  }

  /** A reader that broke between two uses is replaced once. */
  async use<T>(directory: string, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    let used: ObjectReader | undefined;
    try {
      return await this.pool.use(directory, (reader) => work((used = reader)));
    } catch (error) {
      if (!used?.broken || !(error instanceof VcsRefusal) || error.code !== 'unavailable') throw error;
      return this.pool.use(directory, work);
    }
  }

  forget(directory: string): void {
    this.pool.drop(directory);
  }

  close(): void {
    this.pool.close();
  }
}
