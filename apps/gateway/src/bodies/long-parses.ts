import { setTimeout as sleep } from 'node:timers/promises';
import {
  addressBlock,
  addressNetwork,
  DomainError,
  fairPlaces,
  shareOf,
  Turns,
  type CallContext,
} from '@holdfast/kernel';

/** A body of at most so many bytes is parsed at once: that may take half a millisecond. */
const small = 4 * 1024;
/** How long one waits for its turn (ms), if its request has so much time. */
const patience = 5_000;
/** For each millisecond that is spent on a body of an account, others have so many. */
const share = 2;
/** The same of who has none: all of them together have an eighth of the time. */
const shareOfStrangers = 7;

const oneAtATime = (): Turns => new Turns({ total: 1, each: [1, 1] }, fairPlaces(256), patience);

/**
 * Turns in which long bodies of the API are parsed. One takes some tens of milliseconds of the event loop, in which
 * nobody else is answered; so there is one at a time, by company and account, and the loop is left to others after it.
 * Who has no account has turns and places of another line, by network and address: however many there are, they take
 * none of an account.
 */
export class LongParses {
  private readonly known = oneAtATime();
  private readonly strangers = oneAtATime();

  /**
   * What `parse` makes of so many bytes.
   * @throws DomainError `unavailable` where no turn comes in time, and what `parse` throws
   */
  async run<T>({ principal, address = '', deadline }: CallContext, size: number, parse: () => T): Promise<T> {
    if (size <= small) return parse();
    const parties = principal
      ? [principal.company.uuid, shareOf(principal)]
      : [addressNetwork(address), addressBlock(address)];
    const [turns, others] = principal ? [this.known, share] : [this.strangers, shareOfStrangers];
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const began = performance.now();
        // What it throws fails the promise.
        resolve(new Promise<T>((done) => done(parse())));
        await sleep((performance.now() - began) * others);
      };
      const late = (): void => reject(DomainError.unavailable('too many long bodies are being read'));
      turns.run({ parties, deadline }, work, late).catch(reject);
    });
  }
}
