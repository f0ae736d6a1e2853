import { loginUnlocked, type LoginUnlocked } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { Inject, Injectable } from '@nestjs/common';
import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { AddressBudget } from './address-budget.js';
import { attemptKey, loginKey, sentLogin, type LoginAttempt } from './login-attempt.js';

const window = 5 * 60_000;
/** Failures of one login from one address. */
const most = 10;

interface Failure {
  /** Milliseconds since the epoch. */
  at: number;
  /** The uuid of the account that was tried; where none has been looked for or found, the login as it was sent. */
  of: string;
}

/**
 * Counts failed logins over five minutes: by company, login and client address, and over all logins of an address,
 * which has a budget of them. Each process counts for itself: with several replicas of the service the limits are
 * reached later, at most by their number. Logins count together whatever their case, and whether or not somebody has
 * them, so that nobody learns of accounts by what counts together.
 */
@Injectable()
export class LoginAttempts {
  private readonly failures = new LRUCache<string, Failure[]>({ ...entriesUpTo(50_000), ttl: window });
  private readonly budget: AddressBudget;

  constructor(
    @Inject(Rpc) rpc: Pick<Rpc, 'on'>,
    @Inject(identityEnv) { loginBudget }: Pick<IdentityEnv, 'loginBudget'>,
  ) {
    this.budget = new AddressBudget(loginBudget);
    rpc.on<LoginUnlocked>(loginUnlocked, (event) => this.forget(event));
  }

  /** Seconds until the next try is looked at; 0 while neither limit is reached. */
  wait(attempt: LoginAttempt, now = Date.now()): number {
    const failures = this.recent(attemptKey(attempt), now);
    const until = Math.max(
      failures.length > most ? failures[0].at + window : 0,
      this.budget.until(attempt.address, now),
    );
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  /** Counts a failure. */
  failed(attempt: LoginAttempt, now = Date.now()): void {
    const key = attemptKey(attempt);
    const failure = { at: now, of: attempt.account ?? sentLogin(attempt) };
    this.failures.set(key, [...this.recent(key, now), failure].slice(-most - 1));
    this.budget.spend(attempt.address, now);
  }

  /**
   * The failures of this account are forgotten. Those of another one whose id differs by its case stay: whoever has
   * the one would try passwords of the other without a limit. The address has spent them: its next login may be
   * another's.
   */
  succeeded(attempt: LoginAttempt, now = Date.now()): void {
    const key = attemptKey(attempt);
    const own = [attempt.account, sentLogin(attempt)];
    const others = this.recent(key, now).filter(({ of }) => !own.includes(of));
    if (others.length > 0) this.failures.set(key, others);
    else this.failures.delete(key);
  }

  /** The operator opens an account again, also at the addresses where it was tried. */
  private forget({ company, logins }: LoginUnlocked): void {
    const opened = logins.map((login) => loginKey({ company, login }));
    for (const key of [...this.failures.keys()]) {
      const login = opened.find((each) => key.startsWith(each));
      if (login === undefined) continue;
      this.failures.delete(key);
      this.budget.forget(key.slice(login.length));
    }
  }

  private recent(key: string, now: number): Failure[] {
    return (this.failures.get(key) ?? []).filter(({ at }) => at > now - window);
  }
}
