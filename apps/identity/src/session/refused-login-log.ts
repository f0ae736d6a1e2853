import { entriesUpTo } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sentKey, type LoginAttempt } from './login-attempt.js';
import { RefusedLogins } from './refused-logins.js';

/** Milliseconds for which refusals are added up. */
const period = 60_000;
/** Most lines of a period; what is left is summed up in one more. */
const mostLines = 20;
/** Most logins that are counted by themselves in a period. */
const mostCounted = 10_000;

/**
 * Log lines of refused logins: one a minute for an account and address, with their number, and few a minute altogether,
 * the most frequent ones, so that a flood writes over nothing that was logged before it. Of a login that is nobody's
 * there is the address alone: people type passwords there.
 */
@Injectable()
export class RefusedLoginLog implements OnModuleDestroy {
  private counts = new Map<string, Pick<LoginAttempt, 'account' | 'address'> & { count: number }>();
  private uncounted = 0;
  private timer?: NodeJS.Timeout;
  /** Whose logins they are: nobody looks any more while too many were wrong. */
  private readonly accounts = new LRUCache<string, string>(entriesUpTo(mostCounted));

  constructor(refused: RefusedLogins) {
    refused.on((attempt) => this.count(attempt));
  }

  onModuleDestroy(): void {
    this.write();
  }

  private count(attempt: LoginAttempt): void {
    this.timer ??= setTimeout(() => this.write(), period).unref();
    const { address } = attempt;
    const account = this.accountOf(attempt);
    const key = `${account ?? ''}\0${address}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else if (this.counts.size < mostCounted)
      this.counts.set(key, { ...(account !== undefined && { account }), address, count: 1 });
    else this.uncounted += 1;
  }

  private accountOf(attempt: LoginAttempt): string | undefined {
    const key = sentKey(attempt);
    if (attempt.account !== undefined) this.accounts.set(key, attempt.account);
    return attempt.account ?? this.accounts.get(key);
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const byCount = [...this.counts.values()].sort((one, other) => other.count - one.count);
    for (const each of byCount.slice(0, mostLines)) log.warn(each, 'logins were refused');
    const rest = byCount.slice(mostLines).reduce((sum, { count }) => sum + count, this.uncounted);
    if (rest > 0) log.warn({ count: rest }, 'logins of others were refused');
    this.counts = new Map();
    this.uncounted = 0;
  }
}
