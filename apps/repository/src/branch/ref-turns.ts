import { DomainError, fairPlaces, Turns } from '@holdfast/kernel';
import type { Reading } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';

const one = fairPlaces(1);
const waiting = fairPlaces(1024);
/** Nobody waits longer (ms). */
const patience = 60_000;
/** Who has no deadline: the service itself. */
const itself = { parties: ['', ''] };

/**
 * Changes that read refs and flags of one repository before they write run one after another. Companies and accounts
 * have turns of it: whoever asks again and again does not keep the others waiting.
 */
@Injectable()
export class RefTurns {
  private readonly repositories = new Map<string, { turns: Turns; users: number }>();

  /**
   * `reading`: for whom it is, and until when he waits; undefined: for the service itself.
   * @throws DomainError `unavailable` when no turn comes in time
   */
  async run<T>(repository: string, reading: Reading | undefined, work: () => Promise<T>): Promise<T> {
    const at = this.repositories.get(repository) ?? { turns: new Turns(one, waiting, patience), users: 0 };
    this.repositories.set(repository, at);
    at.users += 1;
    try {
      return await at.turns.run(reading ? turnOf(reading) : itself, work, refuse);
    } finally {
      at.users -= 1;
      if (at.users === 0) this.repositories.delete(repository);
    }
  }
}

const turnOf = ({ owner: { company, account }, deadline }: Reading) => ({
  parties: [company, account],
  deadline,
});

const refuse = (): never => {
  throw DomainError.unavailable('too much is changed in this repository at this moment');
};
