import type { Reading } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { KeyedPool } from '../process/keyed-pool.js';
import { ObjectReader } from '../process/object-reader.js';
import { FatalObject, ReaderEnded } from '../process/reader-failures.js';
import { mostLargeReaders, mostReaders, ReadTurns, type ReadTurn } from './read-turns.js';
import { HungryObject, UnreadableObjects, UnsharedObject } from './unreadable-objects.js';

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
 * are known, they are asked of a reader that only his account has, and what is too large for that of one of a few that
 * have much memory, in turns.
 */
export class ObjectReaders {
  private readonly shared: KeyedPool<ObjectReader>;
  private readonly apart: KeyedPool<ObjectReader>;
  private readonly large: KeyedPool<ObjectReader>;
  private readonly known = new UnreadableObjects();
  private readonly turns = ReadTurns.ofObjects();
  private readonly largeTurns = ReadTurns.ofLargeObjects();

  /**
   * `memory`: most bytes of data of a usual reader, and of one for what is large; absent: for what a git has had memory
   * for that took a push in, with what it is a change of.
   */
  constructor(processes: GitProcesses, memory: { usual?: number; large?: number } = {}) {
    const { usual, large = processes.largeMemory } = memory;
    this.shared = new KeyedPool(
      (directory) =>
        new ObjectReader(processes, directory, { known: this.known.forShared(directory), memory: usual }),
      mostReaders,
      idleTime,
    );
    this.apart = new KeyedPool(
      (key) => {
        const directory = directoryIn(key);
        return new ObjectReader(processes, directory, { known: this.known.forOne(directory), memory: usual });
      },
      mostApart,
      idleTime,
    );
    this.large = new KeyedPool(
      (key) => {
        const directory = directoryIn(key);
        const known = this.known.forLarge(directory);
        return new ObjectReader(processes, directory, { known, memory: large });
      },
      mostLargeReaders,
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
   * @throws VcsRefusal `unavailable`, and `UnreadableObject` where it needs an object that no reader can read
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
    this.large.close();
  }

  private async useApart<T>(turn: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    const { directory, reading } = turn;
    for (let tries = 1; tries < mostTries; tries += 1) {
      turn.mustBeAwaited();
      try {
        return await this.apart.use(keyOf(turn), work, reading);
      } catch (error) {
        if (error instanceof FatalObject) this.known.addHungry(directory, error.expression, error.hungry);
        if (error instanceof FatalObject || error instanceof HungryObject) break;
        if (!(error instanceof ReaderEnded)) throw error;
      }
    }
    return this.largeTurns.run(directory, reading, () => this.useLarge(turn, work));
  }

  private async useLarge<T>(turn: ReadTurn, work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    const { directory, reading } = turn;
    for (let tries = 1; ; tries += 1) {
      turn.mustBeAwaited();
      try {
        return await this.large.use(keyOf(turn), work, reading);
      } catch (error) {
        if (error instanceof FatalObject) this.known.addUnreadable(directory, error.expression, error.hungry);
        if (!(error instanceof FatalObject || error instanceof ReaderEnded) || tries === mostOwnTries)
          throw error;
      }
    }
  }
}

const keyOf = ({ directory, reading }: ReadTurn): string => `${reading.owner.account} ${directory}`;

const directoryIn = (key: string): string => key.slice(key.indexOf(' ') + 1);
