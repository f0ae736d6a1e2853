import { hash, randomBytes } from 'node:crypto';
import { entriesUpTo, hmacSha256 } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

/** Whose password is tried, and from where. */
export interface Tried {
  company: string;
  login: string;
  address: string | undefined;
}

/** A try of a login from an address: where it is remembered, and its number. */
export interface Try {
  place: string;
  number: number;
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

  /** Its number is that of the one before of this login and address, where the password is the same. */
  of({ company, login, address = '' }: Tried, password: string): Try {
    const place = hash('sha1', JSON.stringify([company, login.toLowerCase(), address]), 'base64url');
    const digest = hmacSha256(this.pepper, password);
    const before = this.last.get(place);
    if (before?.digest === digest) return { place, number: before.number };
    this.count += 1;
    this.last.set(place, { digest, number: this.count });
    return { place, number: this.count };
  }

  /** Whether no other password has been tried there since. */
  isLast({ place, number }: Try): boolean {
    return this.last.get(place)?.number === number;
  }
}
