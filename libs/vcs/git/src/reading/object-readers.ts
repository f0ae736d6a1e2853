import type { Reading } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { ObjectReader, ReaderEnded, UnsharedObject, type Sharing } from '../process/object-reader.js';
import { mostReaders, ReadTurns, type ReadTurn } from './read-turns.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;
/** So often work is begun anew because a reader ended over what others had asked. */
const mostTries = 4;
/** So many objects are known that are not for shared readers. */
const mostUnshared = 20_000;
/** So many readers are there for those, each for one account. */
const mostApart = 32;

/**
 * The long-lived readers of objects: one for each repository that is in use, which all share who read there. Somebody
 * may have pushed objects over which git dies, or that keep it busy. Who asks for those pays for that alone: once they
 * are known, they are asked of a reader that only his account has.
 */
export class ObjectReaders {
  private readonly shared: KeyedPool<ObjectReader>;
  private readonly apart: KeyedPool<ObjectReader>;
  private readonly unshared = new LRUCache<string, 'fatal' | 'long'>({ max: mostUnshared });
  private readonly turns = ReadTurns.ofObjects();

  constructor(processes: GitProcesses) {
    this.shared = new KeyedPool(
      (directory) => new ObjectReader(processes, directory, { sharing: this.sharingIn(directory) }),
      mostReaders,
      idleTime,
    );
    this.apart = new KeyedPool(
      (key) => new ObjectReader(processes, key.slice(key.indexOf(' ') + 1)),
      mostApart,
      idleTime,
    );
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

  /**
   * For those who have a turn; in one they use one reader at a time. Work is begun anew where its reader ends.
   * @throws VcsRefusal `unavailable` where it needs an object that no reader can read
   */
  async use<T>(turn: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    const { directory, reading } = turn;
    for (let tries = 1; tries < mostTries; tries += 1) {
      try {
        return await this.shared.use(directory, work, reading);
      } catch (error) {
        if (error instanceof UnsharedObject) return this.useApart(turn, work, error);
        if (!(error instanceof ReaderEnded)) throw error;
      }
    }
    return this.shared.use(directory, work, reading);
  }

  forget(directory: string): void {
    this.shared.drop(directory);
  }

  close(): void {
    this.shared.close();
    this.apart.close();
  }

  private async useApart<T>(
    { directory, reading }: ReadTurn,
    work: (reader: ObjectReader) => Promise<T>,
    { expression }: UnsharedObject,
  ): Promise<T> {
    const place = placeOf(directory, expression);
    if (!this.unshared.has(place)) this.unshared.set(place, 'fatal');
    const answer = await this.apart.use(`${reading.owner.account} ${directory}`, work, reading);
    // The reader had ended for another reason.
    if (this.unshared.get(place) === 'fatal') this.unshared.delete(place);
    return answer;
  }

  private sharingIn(directory: string): Sharing {
    return {
      isUnshared: (expression) => this.unshared.has(placeOf(directory, expression)),
      isLong: (expression) => this.unshared.set(placeOf(directory, expression), 'long'),
    };
  }
}

const placeOf = (directory: string, expression: string): string => `${expression} ${directory}`;
