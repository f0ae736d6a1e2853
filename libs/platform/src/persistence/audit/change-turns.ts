import { fairPlaces, type CallContext } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { ConnectionTurns, partiesOf } from '../connection-turns.js';
import { pool } from '../pool.js';

/**
 * Turns for changes in the database of a service. Those of an account, with its bots, have two fifths of the
 * connections, those of a company three fifths, and all together four. So of many that are for one row few wait for it
 * in the database, and somebody else's change of that row, which may end the rights of who sends so many, comes behind
 * these few, not behind all.
 */
export class ChangeTurns {
  private readonly turns: ConnectionTurns;

  constructor(connections: number) {
    this.turns = new ConnectionTurns(connections, {
      parts: [4 / 5, 3 / 5, 2 / 5],
      // A quarter of them of one account.
      waiting: fairPlaces(1_024),
      patience: 5_000,
      refusal: 'too much is changed at the same time',
    });
  }

  /**
   * Does the work when the caller's turn has come. What nobody calls for takes no turn. What goes on after the time of
   * its call is over waits for its turn all the same.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>(ctx: Pick<CallContext, 'principal' | 'deadline'>, work: () => Promise<T>): Promise<T> {
    const parties = partiesOf(ctx);
    if (!parties) return work();
    return this.turns.run(parties, ctx.deadline > Date.now() ? ctx.deadline : undefined, work);
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
