import { DomainError, fairPlaces, shareOf, Turns, type CallContext } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { pool } from '../pool.js';

/** The most changes that may wait for their turn: a quarter of them of one account. */
const waiting = fairPlaces(1_024);
/** Milliseconds that one waits for its turn. */
const patience = 5_000;

/**
 * Turns for changes in the database of a service. Those of an account, with its bots, have two fifths of the
 * connections, those of a company three fifths, and all together four. So of many that are for one row few wait for it
 * in the database, and somebody else's change of that row, which may end the rights of who sends so many, comes behind
 * these few, not behind all.
 */
export class ChangeTurns {
  private readonly turns: Turns;

  constructor(connections: number) {
    const share = (part: number): number => Math.max(1, Math.floor(connections * part));
    this.turns = new Turns({ total: share(4 / 5), each: [share(3 / 5), share(2 / 5)] }, waiting, patience);
  }

  /**
   * Does the work when the caller's turn has come. What nobody calls for takes no turn. What goes on after the time of
   * its call is over waits for its turn all the same.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>({ principal, deadline }: CallContext, work: () => Promise<T>): Promise<T> {
    if (!principal) return work();
    const parties = [principal.company.uuid, shareOf(principal)];
    const isOver = deadline <= Date.now();
    return this.turns.run({ parties, ...(isOver ? {} : { deadline }) }, work, () => {
      throw DomainError.unavailable('too much is changed at the same time');
    });
  }
}

const turnsOf = new WeakMap<DataSource, ChangeTurns>();

/** The turns of all changes that this process makes in the database. */
export const changeTurns = (source: DataSource): ChangeTurns => {
  const known = turnsOf.get(source);
  if (known) return known;
  const turns = new ChangeTurns(pool(source).options.max);
  turnsOf.set(source, turns);
  return turns;
};
