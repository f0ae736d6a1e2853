import { Turns, type PlaceLimits } from '@holdfast/kernel';
import type { Reading } from '../vcs-history.js';
import { VcsRefusal } from '../vcs-refusal.js';

/** No reading waits longer for its turn (ms). */
const patience = 30_000;

/**
 * Readings and writes of repositories, of which a limited number runs at a time, by company, account and repository.
 */
export class RepositoryTurns {
  private readonly turns: Turns;

  constructor(running: PlaceLimits, waiting: PlaceLimits) {
    this.turns = new Turns(running, waiting, patience);
  }

  /**
   * Carries the work out in its turn.
   * @throws VcsRefusal `unavailable` when no turn comes in time
   */
  run<T>(directory: string, { owner, deadline }: Reading, work: () => Promise<T>): Promise<T> {
    const reader = { parties: [owner.company, owner.account, directory], deadline };
    return this.turns.run(reader, work, () => {
      throw new VcsRefusal('unavailable', 'too much is read or written at this moment');
    });
  }
}
