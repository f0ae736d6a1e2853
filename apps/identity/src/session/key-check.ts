import { Injectable } from '@nestjs/common';
import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import type { KeyHolder } from './authenticate.query.js';
import { attemptKey, type LoginAttempt } from './login-attempt.js';
import { LoginAttempts } from './login-attempts.js';
import { RefusedLogins } from './refused-logins.js';

/**
 * Whether a login and an account key belong together, where a key stands in place of a password. Wrong ones are counted
 * as wrong passwords are, with them: by login and address, and by address; the same ones once.
 */
@Injectable()
export class KeyCheck {
  /** Wrong credentials that are counted. They are looked at again: a bot's key is good again under its next owner. */
  private readonly counted = new LRUCache<string, true>({ ...entriesUpTo(50_000), ttl: 5 * 60_000 });

  constructor(
    private readonly attempts: LoginAttempts,
    private readonly refused: RefusedLogins,
  ) {}

  /**
   * `find` looks for whom login and key name together; it is not asked past a limit. A key that is found takes back no
   * failures of its login: whoever has stolen one would try passwords without a limit.
   */
  async check(
    attempt: LoginAttempt,
    keyHash: string,
    find: () => Promise<KeyHolder | undefined>,
  ): Promise<KeyHolder | undefined> {
    const holder = this.attempts.wait(attempt) > 0 ? undefined : await find();
    if (holder) return holder;
    this.refused.tell(attempt);
    const credentials = `${attemptKey(attempt)}\0${keyHash}`;
    if (!this.counted.has(credentials) && this.attempts.wait(attempt) === 0) {
      this.counted.set(credentials, true);
      this.attempts.failed(attempt);
    }
    return undefined;
  }
}
