import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SessionStore } from '../session/session.store.js';
import { RecoveryStore } from './recovery.store.js';

/** What ends when the password or the address of an account changes. */
@Injectable()
export class CredentialEnd {
  constructor(
    private readonly sessions: SessionStore,
    private readonly recoveries: RecoveryStore,
  ) {}

  /** With the password its keys and pending links go, the caller's too. */
  async of(tx: EntityManager, account: string): Promise<void> {
    await this.sessions.endAll(tx, account);
    await this.links(tx, account);
  }

  /** With the address its pending links go: whoever reads the mail of its old address sets no password any more. */
  async links(tx: EntityManager, account: string): Promise<void> {
    await this.recoveries.removeAccount(tx, account);
  }
}
