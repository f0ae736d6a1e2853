import type { Reading } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { FatalObject, ObjectReader, ReaderEnded } from '../process/object-reader.js';
import { mostReaders, ReadTurns, type ReadTurn } from './read-turns.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;
/** So often work is begun anew because a reader ended over what others had asked. */
const mostTries = 4;
/** What readers ended over is known of so many objects. */
const mostFatal = 10_000;
/** So many readers are there for that, each for one account, and so long (ms). */
const mostApart = 16;
const idleApart = 1_000;

/**
 * The long-lived readers of objects: one for each repository that is in use, which all share who read there. Somebody
 * may have pushed an object over which git dies. Whoever asks for it pays for that alone: what a reader ended over is
 * asked of a reader that only his account has.
 */
export class ObjectReaders {
  private readonly shared: KeyedPool<ObjectReader>;
  private readonly apart: KeyedPool<ObjectReader>;
  private readonly fatal = new LRUCache<string, true>({ max: mostFatal });
  private readonly turns = ReadTurns.ofObjects();

  constructor(processes: GitProcesses) {
    this.shared = new KeyedPool(
      (directory) =>
        new ObjectReader(processes, directory, {
          refused: (expression) => this.fatal.has(placeOf(directory, expression)),
        }),
      mostReaders,
      idleTime,
    );
    this.apart = new KeyedPool(
      (key) => new ObjectReader(processes, key.slice(key.indexOf(' ') + 1)),
      mostApart,
      idleApart,
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
        if (error instanceof FatalObject) return this.useApart(turn, work, error);
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

  /** A reader may have ended for another reason than the object: then it is one for all again. */
  private async useApart<T>(
    { directory, reading }: ReadTurn,
    work: (reader: ObjectReader) => Promise<T>,
    { expression }: FatalObject,
  ): Promise<T> {
    const place = placeOf(directory, expression);
    this.fatal.set(place, true);
    const answer = await this.apart.use(`${reading.owner.account} ${directory}`, work, reading);
    this.fatal.delete(place);
    return answer;
  }
}

const placeOf = (directory: string, expression: string): string => `${expression} ${directory}`;
