import { loginUnlocked, type LoginUnlocked } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const window = 5 * 60_000;
const most = 10;

/**
 * Counts failed logins by company, login and client address over five minutes. Each process counts for itself:
 * with several replicas of the service the limit is reached later, at most by their number.
 */
@Injectable()
export class LoginAttempts {
  private readonly failures = new LRUCache<string, number[]>({ max: 50_000, ttl: window });

  constructor(@Inject(Rpc) rpc: Pick<Rpc, 'on'>) {
    rpc.on<LoginUnlocked>(loginUnlocked, ({ company, logins }) => this.forget(company, logins));
  }

  /** Seconds until the next try is looked at; 0 while there were ten failures or fewer. */
  wait(company: string, login: string, address: string, now = Date.now()): number {
    const times = this.recent(keyOf(company, login, address), now);
    return times.length > most ? Math.max(1, Math.ceil((times[0] + window - now) / 1000)) : 0;
  }

  /** Counts a failure, and answers as `wait` does after it. */
  failed(company: string, login: string, address: string, now = Date.now()): number {
    const key = keyOf(company, login, address);
    this.failures.set(key, [...this.recent(key, now), now].slice(-most - 1));
    return this.wait(company, login, address, now);
  }

  succeeded(company: string, login: string, address: string): void {
    this.failures.delete(keyOf(company, login, address));
  }

  /** The operator opens an account again. */
  forget(company: string, logins: readonly string[]): void {
    for (const key of [...this.failures.keys()])
      if (logins.some((login) => key.startsWith(keyOf(company, login, '')))) this.failures.delete(key);
  }

  private recent(key: string, now: number): number[] {
    return (this.failures.get(key) ?? []).filter((time) => time > now - window);
  }
}

const keyOf = (company: string, login: string, address: string): string =>
  `${company}\0${login.toLowerCase()}\0${address}`;
