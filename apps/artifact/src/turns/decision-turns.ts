import { fairPlaces, type Principal } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** Decisions wait here and not for connections of the database, where everybody would wait behind who asks most. */
@Injectable()
export class DecisionTurns {
  private readonly turns = new FairTurns(fairPlaces(32));

  /** @throws DomainError `unavailable` when its turn does not come in time */
  run<T>(principal: Principal, decide: () => Promise<T>): Promise<T> {
    return this.turns.run(principal, decide);
  }
}
