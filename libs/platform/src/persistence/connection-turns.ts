import { DomainError, shareOf, Turns, type CallContext, type PlaceLimits } from '@holdfast/kernel';

/** Who is counted: uuids of the company and of the account. */
export type Parties = readonly [company: string, account: string];

/** For whom a call is counted. Undefined: it has no caller, and takes no turn. */
export const partiesOf = ({ principal }: Pick<CallContext, 'principal'>): Parties | undefined =>
  principal && [principal.company.uuid, shareOf(principal)];

/** How whoever gets no turn at once waits for it. */
export interface TurnWait {
  /** The most that may wait for their turn. */
  waiting: PlaceLimits;
  /** Milliseconds that one waits for its turn. */
  patience: number;
  /** What whoever gets no turn hears. */
  refusal: string;
}

/** Turns of callers, so that nobody has all of what there is. */
export class CallerTurns {
  private readonly turns: Turns;

  constructor(
    limits: PlaceLimits,
    private readonly wait: TurnWait,
  ) {
    this.turns = new Turns(limits, wait.waiting, wait.patience);
  }

  /**
   * Does the work when its turn has come. `deadline`: milliseconds since the epoch, as long as anybody waits for it;
   * absent: somebody waits as long as one waits for a turn.
   * @throws DomainError `unavailable` when too many wait, or its turn did not come in time
   */
  run<T>(parties: Parties, deadline: number | undefined, work: () => Promise<T>): Promise<T> {
    const waits = { parties, ...(deadline === undefined ? {} : { deadline }) };
    return this.turns.run(waits, work, () => {
      throw DomainError.unavailable(this.wait.refusal);
    });
  }
}

export interface TurnShares extends TurnWait {
  /** Parts of the connections, from 0 to 1: for all together, for a company, for an account. Each has one at least. */
  parts: readonly [all: number, company: number, account: number];
  /** So many turns for each of those connections; 1 if absent. */
  each?: number;
}

/** Turns at the database connections of a service, so that nobody holds all of them. */
export class ConnectionTurns extends CallerTurns {
  constructor(connections: number, { parts, each = 1, ...wait }: TurnShares) {
    const [total, ...shares] = parts.map((part) => each * Math.max(1, Math.floor(connections * part)));
    super({ total, each: shares }, wait);
  }
}
