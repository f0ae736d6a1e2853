import { log } from '@holdfast/platform/observability';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CredentialEnd } from '../password-recovery/credential-end.js';
import { endParts } from './account-end.query.js';

/** Most that is removed of one sort by one statement. */
const atOnce = 10_000;

/** What ends with an account. A deactivated one is never restored, so that nothing of this is kept. */
@Injectable()
export class AccountEnd {
  /** One account after the other: each has a connection all the time. */
  private resting = Promise.resolve();

  constructor(
    private readonly source: DataSource,
    private readonly credentials: CredentialEnd,
  ) {}

  /**
   * Its keys, memberships, SSH keys, subscriptions and settings go. Answers whether it has more of them than go in one
   * transaction: then `rest` is called after that.
   */
  async of(tx: EntityManager, account: string): Promise<boolean> {
    await this.credentials.links(tx, account);
    let isMore = false;
    for (const end of endParts) {
      const [{ count }] = await end(tx, [account, atOnce]);
      isMore ||= count === atOnce;
    }
    return isMore;
  }

  /**
   * Removes what is left of an account that has ended, for which nobody waits: nobody is let in by it, and no role of
   * it counts. What a kill leaves goes with the account when it is purged.
   */
  rest(account: string): void {
    this.resting = this.resting
      .then(() => this.removeRest(account))
      .catch((error: unknown) =>
        log.warn({ err: error, account }, 'not all that an account had was removed'),
      );
  }

  private async removeRest(account: string): Promise<void> {
    for (const end of endParts)
      while ((await end(this.source, [account, atOnce])).some(({ count }) => count === atOnce));
  }
}
