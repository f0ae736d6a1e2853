import { DomainError, within } from '@holdfast/kernel';
import type { Reading } from './vcs-history.js';

interface Next<T> {
  until: number;
  readonly result: Promise<T>;
}

interface Going<T> {
  readonly ended: Promise<void>;
  next?: Next<T>;
}

/**
 * One read at a time of each thing by each account. Who asks while one goes on shares the next with all others of his
 * account: it begins after he has asked, so it sees what was written before. It is for the service, not for an engine.
 */
export class SharedReads<T> {
  private readonly going = new Map<string, Going<T>>();

  /** @throws DomainError `unavailable` where there is nothing in time */
  run(thing: string, reading: Reading, read: (reading: Reading) => Promise<T>): Promise<T> {
    const { owner, deadline } = reading;
    const key = `${owner.account} ${thing}`;
    const going = this.going.get(key);
    if (!going) return this.begin(key, reading, read);
    const next: Next<T> = (going.next ??= {
      until: deadline,
      result: going.ended.then(() => this.begin(key, { owner, deadline: next.until }, read)),
    });
    next.until = Math.max(next.until, deadline);
    return within(deadline - Date.now(), next.result, () => {
      throw DomainError.unavailable('too much is read at this moment');
    });
  }

  private begin(key: string, reading: Reading, read: (reading: Reading) => Promise<T>): Promise<T> {
    const result = read(reading);
    const over = (): void => {
      if (!going.next) this.going.delete(key);
    };
    const going: Going<T> = { ended: result.then(over, over) };
    this.going.set(key, going);
    return result;
  }
}
