import { addressBlock, addressNetwork, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { argon2id, hash, verify } from 'argon2';
import { HashTurns, waitUntil } from './hash-turns.js';

/** OWASP's parameters of 2023: 19 MiB, two passes; 20 to 50 ms. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes run in the thread pool, off the event loop. */
@Injectable()
export class PasswordHasher {
  private dummy?: Promise<string>;
  private set = 0;

  constructor(private readonly turns: HashTurns) {}

  /**
   * The hash of a new password, in its turn among the logins and the new passwords of others: callers are parties of
   * their companies, and the addresses of those who come by a link are such of their networks.
   * @throws DomainError `too_many_requests` when too many of the caller's wait already, or it waited too long
   */
  hash({ principal, address = '', deadline }: CallContext, password: string): Promise<string> {
    const party = principal?.account.uuid ?? addressBlock(address);
    const group = principal?.company.uuid ?? addressNetwork(address);
    const turn = { group, party, alone: `new password ${(this.set += 1)}`, wait: waitUntil(deadline) };
    return this.turns.run(turn, () => hash(password, cost));
  }

  /**
   * Whether the password is the one of the hash. Without a hash (nobody has this login) it takes the same time.
   * Whoever asks has the turn for it.
   */
  async verify(known: string | null | undefined, password: string): Promise<boolean> {
    this.dummy ??= hash('no password has this hash', cost);
    const matches = await verify(known ?? (await this.dummy), password);
    return matches && known !== null && known !== undefined;
  }
}
