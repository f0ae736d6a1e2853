import { fairPlaces, type Principal } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** What takes memory and time by the number of files: four at a time, one of an account and of a repository. */
@Injectable()
export class HeavyTurns {
  private readonly turns = new FairTurns(fairPlaces(4, 1));

  /** @throws DomainError `unavailable` when its turn does not come in time */
  run<T>(principal: Principal, repository: string, work: () => Promise<T>): Promise<T> {
    return this.turns.run(principal, work, repository);
  }
}
