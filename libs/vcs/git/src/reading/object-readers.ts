import type { Reading } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { FatalObject, ObjectReader, ReaderEnded } from '../process/object-reader.js';
import { mostReaders, ReadTurns, type ReadTurn } from './read-turns.js';
import { UnreadableObjects, UnsharedObject } from './unreadable-objects.js';

/** A process ends so long after its last use (ms). */
const idleTime = 20_000;
/** So often work is begun anew because a reader ended over what others had asked. */
const mostTries = 4;
/** So often because its own one ended: each time something is known that need not be asked again. */
const mostOwnTries = 64;
/** So many readers are there for one account each. */
const mostApart = 32;

/**
 * The long-lived readers of objects: one for each repository that is in use, which all share who read there. Somebody
 * may have pushed objects over which git dies, or that keep it busy. Who asks for those pays for that alone: once they
 * are known, they are asked of a reader that only his account has.
 */
export class ObjectReaders {
  private readonly shared: KeyedPool<ObjectReader>;
  private readonly apart: KeyedPool<ObjectReader>;
  private readonly known = new UnreadableObjects();
  private readonly turns = ReadTurns.ofObjects();

  constructor(processes: GitProcesses) {
    this.shared = new KeyedPool(
      (directory) => new ObjectReader(processes, directory, { known: this.known.forShared(directory) }),
      mostReaders,
      idleTime,
    );
    this.apart = new KeyedPool(
      (key) => {
        const directory = key.slice(key.indexOf(' ') + 1);
        return new ObjectReader(processes, directory, { known: this.known.forOne(directory) });
      },
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
   * @throws VcsRefusal `unavailable`: `UnreadableObject` where it needs an object that no reader can read
   */
  async use<T>(turn: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    const { directory, reading } = turn;
    for (let tries = 1; tries < mostTries; tries += 1) {
      try {
        return await this.shared.use(directory, work, reading);
      } catch (error) {
        if (error instanceof FatalObject) this.known.addSuspect(directory, error.expression);
        if (error instanceof FatalObject || error instanceof UnsharedObject) break;
        if (!(error instanceof ReaderEnded)) throw error;
      }
    }
    return this.useApart(turn, work);
  }

  forget(directory: string): void {
    this.shared.drop(directory);
  }

  close(): void {
    this.shared.close();
    this.apart.close();
  }

  private async useApart<T>(turn: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    const { directory, reading } = turn;
    for (let tries = 1; ; tries += 1) {
      turn.mustBeAwaited();
      try {
        return await this.apart.use(`${reading.owner.account} ${directory}`, work, reading);
      } catch (error) {
        if (error instanceof FatalObject) this.known.addUnreadable(directory, error.expression);
        if (!(error instanceof FatalObject || error instanceof ReaderEnded) || tries === mostOwnTries)
          throw error;
      }
    }
  }
}
