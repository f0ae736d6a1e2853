import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { argon2id, hash, verify } from 'argon2';

/** OWASP's parameters of 2023: 19 MiB, two passes; 20 to 50 ms. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes run in the thread pool, off the event loop, and few at once, so that logins never starve the rest. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private dummy?: Promise<string>;

  hash(password: string): Promise<string> {
    return this.turn(() => hash(password, cost));
  }

  /**
   * Whether the password is the one of the hash. Without a hash (nobody has this login) it takes the same time.
   * @param deadline milliseconds since the epoch after which nobody waits for the answer
   * @throws DomainError `unavailable` when the turn comes too late
   */
  async verify(known: string | null | undefined, password: string, deadline: number): Promise<boolean> {
    this.dummy ??= hash('no password has this hash', cost);
    const stored = known ?? (await this.dummy);
    const matches = await this.turn(() => {
      if (Date.now() > deadline) throw DomainError.unavailable('too many logins at once');
      return verify(stored, password);
    });
    return matches && known !== null && known !== undefined;
  }

  private async turn<T>(run: () => Promise<T>): Promise<T> {
    if (this.running >= 2) await new Promise<void>((next) => this.waiting.push(next));
    else this.running += 1;
    try {
      return await run();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
