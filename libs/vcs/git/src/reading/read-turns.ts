import { fairPlaces, type PlaceLimits } from '@holdfast/kernel';
import { VcsRefusal, type Reading } from '@holdfast/vcs-spi';
import { RepositoryTurns } from '@holdfast/vcs-spi/engine';

/** So many programs read at a time. */
const mostPrograms = 16;
/** So many paths are looked up at a time. */
export const mostLookups = 8;
/** So many commits are made at a time. */
const mostMade = 16;
/** So many of those that change much: each may take 100 MiB, and much time. */
const mostMadeLarge = 4;
/**
 * So much that is short is read at a time: commits by their ids, what tags lead to, small files. An account has so much
 * of it that its usual requests do not wait, which costs them more than the reading.
 */
export const mostObjects = 64;
/** So many changes of refs are made at a time: with a writer for each, nobody who has a turn waits for a writer. */
export const mostWriters = 16;
/** So much is read at a time that takes much memory: some hundred MiB each, beside as many programs as may read. */
export const mostLargeReaders = 2;
/** With a reader for each turn, nobody who has one waits for a reader. */
export const mostReaders = mostPrograms + mostLookups + mostMade + mostMadeLarge + mostObjects;

/** A turn that has come. Readers of objects are lent to those who have one. */
export class ReadTurn {
  private ending: AbortSignal | undefined;

  /** `directory`: of the repository in which is read. */
  constructor(
    readonly directory: string,
    readonly reading: Reading,
  ) {}

  /** Tells the work when nobody waits for it any longer. */
  get signal(): AbortSignal {
    return (this.ending ??= AbortSignal.timeout(Math.max(0, this.reading.deadline - Date.now())));
  }

  /** @throws VcsRefusal `unavailable` once nobody waits any longer */
  mustBeAwaited(): void {
    if (Date.now() >= this.reading.deadline) throw new VcsRefusal('unavailable', 'the reading took too long');
  }
}

/** Reads that may be long, and writes, of which a limited number runs at a time. */
export class ReadTurns {
  private readonly turns: RepositoryTurns;

  constructor(running: PlaceLimits, waiting: PlaceLimits) {
    this.turns = new RepositoryTurns(running, waiting);
  }

  /** For what needs a program of its own: so many of them in one repository. */
  static ofPrograms(): ReadTurns {
    return new ReadTurns(fairPlaces(mostPrograms, 6), fairPlaces(512, 128));
  }

  /** For what looks through directories: one account's large ones leave readers to the others. */
  static ofLookups(): ReadTurns {
    return new ReadTurns(fairPlaces(mostLookups, 4), fairPlaces(2048, 1024));
  }

  /** For commits that are made here. */
  static ofMaking(): ReadTurns {
    return new ReadTurns(fairPlaces(mostMade, 8), fairPlaces(512, 128));
  }

  /** For commits that change much: their contents wait in memory, too. */
  static ofLargeMaking(): ReadTurns {
    return new ReadTurns(fairPlaces(mostMadeLarge, 2), fairPlaces(64, 32));
  }

  /** For changes of refs over the API: each in a repository that was at rest costs a process. */
  static ofRefs(): ReadTurns {
    return new ReadTurns(fairPlaces(mostWriters, 4), fairPlaces(2048, 1024));
  }

  /** For what is short where nobody made it long: somebody may have pushed objects of any size. */
  static ofObjects(): ReadTurns {
    return new ReadTurns(fairPlaces(mostObjects, 32), fairPlaces(2048, 1024));
  }

  /** For what is too large for the usual readers of objects. */
  static ofLargeObjects(): ReadTurns {
    return new ReadTurns(fairPlaces(mostLargeReaders, 1), fairPlaces(512, 128));
  }

  /**
   * Carries the work out in its turn.
   * @throws VcsRefusal `unavailable` when no turn comes in time
   */
  run<T>(directory: string, reading: Reading, work: (turn: ReadTurn) => Promise<T>): Promise<T> {
    return this.turns.run(directory, reading, () => work(new ReadTurn(directory, reading)));
  }
}

/** So long before nobody waits any more a read that can tell a part ends where it is (ms). */
const early = 2_000;

/** Ends what can tell a part of what it was asked, while there is time to tell it. */
export const beforeItIsOver = ({ deadline }: Pick<Reading, 'deadline'>): AbortSignal =>
  after(deadline - early - Date.now());

/** The same for what is short as a rule: who got his turn late has half of what is left. */
export const beforeMostIsOver = ({ deadline }: Pick<Reading, 'deadline'>): AbortSignal => {
  const left = deadline - Date.now();
  return after(left - Math.min(early, left / 2));
};

const after = (milliseconds: number): AbortSignal =>
  milliseconds > 0 ? AbortSignal.timeout(Math.floor(milliseconds)) : AbortSignal.abort();
