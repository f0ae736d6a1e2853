import { randomBytes } from 'node:crypto';
import { addressNetwork, DomainError, hmacSha256, type CallContext, entriesUpTo } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AccountRow } from '../account/account.entity.js';
import { AccountStore } from '../account/account.store.js';
import { HashTurns, waitUntil } from '../account/hash-turns.js';
import { PasswordStanding } from '../account/password-standing.js';
import { PasswordHasher } from '../account/password-hasher.js';
import type { CompanyRow } from '../company/company.entity.js';
import { CompanyStore } from '../company/company.store.js';
import { attemptKey, loginAttempt, sentKey, type LoginAttempt } from './login-attempt.js';
import { LoginAttempts } from './login-attempts.js';
import { RefusedLogins } from './refused-logins.js';

/** What somebody says who he is. */
export interface Credentials {
  company: string;
  login: string;
  password: string;
  /**
   * Whether passwords of bots count, too: they do at the doors of repositories only. Bots have one key, and no logins.
   */
  botsToo: boolean;
}

type Given = Pick<Credentials, 'password' | 'botsToo'>;

interface Found {
  company: CompanyRow;
  account: AccountRow;
}

export type Checked =
  | Found
  | 'nobody'
  /** Too many failures before: seconds to wait. */
  | number;

/** The uuid of no company and of no account. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Whether a login and a password belong together. Unknown company, unknown login and wrong password take the
 * same time and are told apart by nobody. What is refused without hashing does not reach the database either.
 */
@Injectable()
export class PasswordCheck {
  /** Wrong credentials that are counted, by address, under a digest that is worth nothing elsewhere. */
  private readonly wrong = new LRUCache<string, true>({ ...entriesUpTo(50_000), ttl: 5 * 60_000 });
  private readonly pepper = randomBytes(32);

  constructor(
    private readonly companies: CompanyStore,
    private readonly accounts: AccountStore,
    private readonly standing: PasswordStanding,
    private readonly passwords: PasswordHasher,
    private readonly turns: HashTurns,
    private readonly attempts: LoginAttempts,
    private readonly refused: RefusedLogins,
  ) {}

  /**
   * @throws DomainError `too_many_requests` when too many logins of this address wait already, or it waited too long
   */
  async check(ctx: CallContext, { company, login, password, botsToo }: Credentials): Promise<Checked> {
    const attempt = loginAttempt(company, login, ctx.address);
    const checked = await this.inTurn(attempt, ctx.deadline, {
      password: password.slice(0, 1000),
      botsToo,
    }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'too_many_requests') this.refused.tell(attempt);
      throw error;
    });
    if (typeof checked !== 'object') this.refused.tell(attempt);
    return checked;
  }

  /** Tries of one login from one address follow each other, so that a burst of them passes no limit. */
  private async inTurn(attempt: LoginAttempt, deadline: number, given: Given): Promise<Checked> {
    const { address } = attempt;
    const parties = { group: addressNetwork(address), party: address };
    const turn = { ...parties, alone: attemptKey(attempt), wait: waitUntil(deadline) };
    return this.attempts.wait(attempt) || this.turns.run(turn, () => this.try(attempt, given));
  }

  private async try(attempt: LoginAttempt, { password, botsToo }: Given): Promise<Checked> {
    const wait = this.attempts.wait(attempt);
    if (wait > 0) return wait;
    const found = await this.find(attempt);
    if (found) attempt.account = found.account.uuid;
    const known = found?.account.passwordHash ?? null;
    const mayLogIn = botsToo || found?.account.type !== 'bot';
    // With the stored hash in it a changed password is never taken for one that was wrong. The login is as it was sent:
    // only in one spelling it is somebody's.
    const digestOf = (...more: string[]): string =>
      hmacSha256(this.pepper, JSON.stringify([sentKey(attempt), password, known, ...more]));
    const [digest, digestHere] = [digestOf(), digestOf('right, but not here')];
    if (this.wrong.has(digest) || (!mayLogIn && this.wrong.has(digestHere))) return 'nobody';
    const isRight = await this.passwords.verify(known, password);
    if (isRight && found && mayLogIn) {
      this.attempts.succeeded(attempt);
      return found;
    }
    this.wrong.set(isRight ? digestHere : digest, true);
    this.attempts.failed(attempt);
    return this.attempts.wait(attempt) || 'nobody';
  }

  /** Bots too at all doors: else what is wrong here would be hashed anew where they log in, and tell of them. */
  private async find({ company: id, login }: LoginAttempt): Promise<Found | undefined> {
    // The same questions whatever there is: repeated wrong logins are not hashed, and their time is that of these.
    const company = await this.companies.find(id);
    const account = await this.accounts.findLogin(company?.uuid ?? nobody, login);
    const stands = await this.standing.of(account?.uuid ?? nobody);
    if (!company || !account || !stands) return undefined;
    return { company, account };
  }
}
