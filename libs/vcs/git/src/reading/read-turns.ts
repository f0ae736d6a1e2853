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
  async run<T>(
    directory: string,
    { owner, deadline }: Reading,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const left = deadline - Date.now();
    if (left <= 0) throw tooMuch();
    const signal = AbortSignal.timeout(left);
    const done: T[] = [];
    const reader = {
      parties: [owner.company, owner.account, directory],
      slow: () => false,
      end: () => undefined,
      gone: () => aborted(signal),
    };
    const mine = await this.turns.run(reader, async () => {
      done.push(await work(signal));
    });
    if (!mine) throw tooMuch();
    return done[0];
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const tooMuch = (): VcsRefusal => new VcsRefusal('unavailable', 'too much is read at this moment');
