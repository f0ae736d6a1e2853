import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupMemberStore } from '../group/group-member.store.js';
import { ProjectAccountStore } from '../membership/project-account.store.js';
import { RecoveryStore } from '../password-recovery/recovery.store.js';
import { SessionStore } from '../session/session.store.js';
import { SettingsStore } from '../settings/settings.store.js';
import { SshKeyStore } from '../ssh-key/ssh-key.store.js';
import { SubscriberStore } from '../subscriber/subscriber.store.js';

/** What ends with an account. A deactivated one is never restored, so that nothing of this is kept. */
@Injectable()
export class AccountEnd {
  constructor(
    private readonly sessions: SessionStore,
    private readonly roles: ProjectAccountStore,
    private readonly groups: GroupMemberStore,
    private readonly sshKeys: SshKeyStore,
    private readonly recoveries: RecoveryStore,
    private readonly settings: SettingsStore,
    private readonly subscriptions: SubscriberStore,
  ) {}

  /** Its keys, memberships, SSH keys, subscriptions and settings go. */
  async of(tx: EntityManager, account: string): Promise<void> {
    await this.credentials(tx, account);
    await this.roles.removeAccount(tx, account);
    await this.groups.removeAccount(tx, account);
    await this.sshKeys.removeAccount(tx, account);
    await this.settings.removeAccount(tx, account);
    await this.subscriptions.removeAccount(tx, account);
  }

  /** Its pending links go: whoever reads the mail of its old address sets no password any more. */
  async links(tx: EntityManager, account: string): Promise<void> {
    await this.recoveries.removeAccount(tx, account);
  }

  /** Its keys and pending links go, the caller's too; so it is when the password changes. */
  async credentials(tx: EntityManager, account: string): Promise<void> {
    await this.sessions.endAll(tx, account);
    await this.links(tx, account);
  }
}
