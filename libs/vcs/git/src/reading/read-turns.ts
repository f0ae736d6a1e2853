import { fairPlaces, Turns, type PlaceLimits } from '@holdfast/kernel';
import { VcsRefusal, type Reading } from '@holdfast/vcs-spi';

/** So many programs read at a time. */
export const mostPrograms = 16;
/** So many paths are looked up at a time. */
export const mostLookups = 8;
/** No reading waits longer for its turn (ms). */
const patience = 30_000;

/** Reads that may be long, of which a limited number runs at a time. */
export class ReadTurns {
  private readonly turns: Turns;

  constructor(running: PlaceLimits, waiting: PlaceLimits) {
    this.turns = new Turns(running, waiting, patience);
  }

  /** For what needs a program of its own: so many of them in one repository. */
  static ofPrograms(): ReadTurns {
    return new ReadTurns(fairPlaces(mostPrograms, 6), fairPlaces(512, 128));
  }

  /** For what looks through directories: one account's large ones leave readers to the others. */
  static ofLookups(): ReadTurns {
    return new ReadTurns(fairPlaces(mostLookups, 4), fairPlaces(2048, 1024));
  }

  /**
   * Carries the work out in its turn; the signal tells it when nobody waits for it any longer.
   * @throws VcsRefusal `unavailable` when no turn comes in time
   */
  run<T>(
    directory: string,
    { owner, deadline }: Reading,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const reader = { parties: [owner.company, owner.account, directory], deadline };
    return this.turns.run(
      reader,
      () => work(AbortSignal.timeout(Math.max(0, deadline - Date.now()))),
      () => {
        throw new VcsRefusal('unavailable', 'too much is read at this moment');
      },
    );
  }
}

/** So long before nobody waits any more a read that can tell a part ends where it is (ms). */
const early = 2_000;

/** Ends what can tell a part of what it was asked, while there is time to tell it. */
export const beforeItIsOver = ({ deadline }: Pick<Reading, 'deadline'>): AbortSignal => {
  const left = deadline - early - Date.now();
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
};
