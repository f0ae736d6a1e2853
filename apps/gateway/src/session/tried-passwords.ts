import { hash, randomBytes } from 'node:crypto';
import { entriesUpTo, hmacSha256 } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

/** Whose password is tried, and from where. */
export interface Tried {
  company: string;
  login: string;
  address: string | undefined;
}

/**
 * Identity counts wrong passwords, and a right one that is remembered here does not come to it. So that nobody finds it
 * out here by trying, it is remembered only for the address that it came from, and only until another one of the same
 * login is tried there.
 */
export class TriedPasswords {
  private readonly last = new LRUCache<string, { digest: string; number: number }>(entriesUpTo(50_000));
  /** What was tried is kept under a digest that is worth nothing outside this process. */
  private readonly pepper = randomBytes(32);
  private count = 0;

  /** The number of a try. It is that of the one before of this login and address, where the password is the same. */
  of({ company, login, address = '' }: Tried, password: string): number {
    const place = hash('sha1', JSON.stringify([company, login.toLowerCase(), address]), 'base64url');
    const digest = hmacSha256(this.pepper, password);
    const before = this.last.get(place);
    if (before?.digest === digest) return before.number;
    this.count += 1;
    this.last.set(place, { digest, number: this.count });
    return this.count;
  }
}
