import { DomainError, Turns } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

const atOnce = 3;
const patience = 8_000;

/** What takes memory and time by the number of files: a few at a time, and one of a repository. */
@Injectable()
export class HeavyTurns {
  private readonly turns = new Turns({ total: atOnce, each: [1] }, { total: 1024, each: [128] }, patience);

  /** @throws DomainError `unavailable` when its turn does not come in time */
  async run<T>(repository: string, work: () => Promise<T>): Promise<T> {
    let done: { result: T } | undefined;
    await this.turns.run(
      {
        parties: [repository],
        slow: () => false,
        end: () => undefined,
        gone: () => new Promise<void>(() => undefined),
      },
      async () => {
        done = { result: await work() };
      },
    );
    if (!done) throw DomainError.unavailable('too many indexes and listings are made');
    return done.result;
  }
}
