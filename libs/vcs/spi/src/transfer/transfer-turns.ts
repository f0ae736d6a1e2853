import { fairPlaces, Turns } from '@holdfast/kernel';
import type { TransferGrant } from '../vcs-engine.js';
import { enters } from '../process/engine-load.js';
import type { TransferClient } from './transfer-client.js';

/** So many may wait for a turn; of one repository half of them, and of these half by one account. */
const waiting = fairPlaces(1024, 512, 256);

/**
 * How many run at a time, in one repository, and there by one account (absent: a third of those). Of less than three,
 * or of four, two accounts have all.
 */
export interface TurnPlaces {
  total: number;
  perRepository: number;
  perAccount?: number;
}

/** What moves a little faster than slow ones do may go on for hours: two accounts have not all of a repository. */
const shareOf = (perRepository: number): number => Math.ceil(perRepository / 3);

/** Transfers of one direction, of which a limited number runs at a time, by company, account and repository. */
export class TransferTurns {
  private readonly turns: Turns;

  /** `patience`: milliseconds that a transfer waits for its turn. */
  constructor({ total, perRepository, perAccount = shareOf(perRepository) }: TurnPlaces, patience: number) {
    this.turns = new Turns(fairPlaces(total, perRepository, perAccount), waiting, patience);
  }

  /** Carries the work out in its turn, or `refused` where none came: too many wait, or it waited for too long. */
  async run(
    { kind, owner, directory }: TransferGrant,
    client: TransferClient,
    work: () => Promise<void>,
    refused: () => void,
  ): Promise<void> {
    if (client.gone.aborted) return refused();
    const transfer = {
      parties: [owner.company, owner.account, directory, `${owner.account} ${directory}`],
      get rate() {
        return -client.waited;
      },
      slow: (held: number) => client.isSlow(held),
      end: () => client.giveWay(),
      gone: () => client.left(),
    };
    const begins = enters('waiting', kind);
    const carriedOut = async (): Promise<void> => {
      begins();
      const ends = enters('running', kind);
      try {
        await work();
      } finally {
        ends();
      }
    };
    return this.turns.run(transfer, carriedOut, refused).finally(begins);
  }
}
