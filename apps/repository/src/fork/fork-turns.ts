import { DomainError, fairPlaces, Turns, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { readingOf } from '../placement/reading-of.js';

/** So many forks are made at a time: of an account, one. */
const running = fairPlaces(4);
const waiting = fairPlaces(64);
/** Nobody waits longer (ms). */
const patience = 30_000;

/** A fork costs the disk many names at once, so companies and accounts have turns of it. */
@Injectable()
export class ForkTurns {
  private readonly turns = new Turns(running, waiting, patience);

  /** @throws DomainError `unavailable` when no turn comes in time */
  run<T>(ctx: CallContext, work: () => Promise<T>): Promise<T> {
    const { owner, deadline } = readingOf(ctx);
    return this.turns.run({ parties: [owner.company, owner.account], deadline }, work, () => {
      throw DomainError.unavailable('too many forks are made at this moment');
    });
  }
}
