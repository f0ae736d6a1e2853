import { randomBytes } from 'node:crypto';
import { hmacSha256, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AccountRow } from '../account/account.entity.js';
import { AccountStore } from '../account/account.store.js';
import { PasswordHasher } from '../account/password-hasher.js';
import type { CompanyRow } from '../company/company.entity.js';
import { CompanyStore } from '../company/company.store.js';
import { LoginAttempts } from './login-attempts.js';

export interface Credentials {
  company: string;
  login: string;
  password: string;
}

export type Checked =
  | { company: CompanyRow; account: AccountRow }
  | 'nobody'
  /** Too many failures before: seconds to wait. */
  | number;

/**
 * Whether a login and a password belong together. Unknown company, unknown login and wrong password take the
 * same time and are told apart by nobody.
 */
@Injectable()
export class PasswordCheck {
  /** Wrong credentials of the last seconds, under a digest that is worth nothing elsewhere. */
  private readonly wrong = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });
  private readonly pepper = randomBytes(32);
  /** The last try for each who: tries of one take turns, so that a burst passes no limit. */
  private readonly turns = new Map<string, Promise<Checked>>();

  constructor(
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordHasher,
    private readonly attempts: LoginAttempts,
  ) {}

  /** @param repeated whether credentials that were wrong a moment ago are answered without hashing them again */
  async check(
    ctx: CallContext,
    credentials: Credentials,
    { repeated }: { repeated: boolean },
  ): Promise<Checked> {
    const key = JSON.stringify([credentials.company, credentials.login.toLowerCase(), ctx.address]);
    const run = (): Promise<Checked> => this.try(ctx, credentials, repeated);
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(run, run);
    this.turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(key) === turn) this.turns.delete(key);
    }
  }

  private async try(ctx: CallContext, credentials: Credentials, repeated: boolean): Promise<Checked> {
    const { company, login, password } = credentials;
    const who = [company, login, ctx.address ?? ''] as const;
    const wait = this.attempts.wait(...who);
    if (wait > 0) return wait;
    const found = await this.find(company, login);
    const known = found?.account.password_hash ?? null;
    // With the stored hash in it a changed password is never taken for one that was wrong.
    const digest = hmacSha256(this.pepper, JSON.stringify([company, login, password, known]));
    if (!repeated || !this.wrong.has(digest)) {
      // A password over the limit is none of ours; it still takes the time of one.
      if (await this.passwords.verify(known, password.slice(0, 1000), ctx.deadline)) {
        this.attempts.succeeded(...who);
        if (found) return found;
      }
      this.wrong.set(digest, true);
    }
    return this.attempts.failed(...who) || 'nobody';
  }

  private async find(
    id: string,
    login: string,
  ): Promise<{ company: CompanyRow; account: AccountRow } | undefined> {
    const company = await this.companies.find(id);
    const account = company && (await this.accounts.findLogin(company.uuid, login));
    return company && account && { company, account };
  }
}
