import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupMemberStore } from '../group/group-member.store.js';
import { CredentialEnd } from '../password-recovery/credential-end.js';
import { AccountRoleStore } from '../role/account-role.store.js';
import { SettingsStore } from '../settings/settings.store.js';
import { SshKeyStore } from '../ssh-key/ssh-key.store.js';
import { SubscriberStore } from '../subscriber/subscriber.store.js';

/** What ends with an account. A deactivated one is never restored, so that nothing of this is kept. */
@Injectable()
export class AccountEnd {
  constructor(
    private readonly credentials: CredentialEnd,
    private readonly roles: AccountRoleStore,
    private readonly groups: GroupMemberStore,
    private readonly sshKeys: SshKeyStore,
    private readonly settings: SettingsStore,
    private readonly subscriptions: SubscriberStore,
  ) {}

  /** Its keys, memberships, SSH keys, subscriptions and settings go. */
  async of(tx: EntityManager, account: string): Promise<void> {
    await this.credentials.of(tx, account);
    await this.roles.removeAccount(tx, account);
    await this.groups.removeAccount(tx, account);
    await this.sshKeys.removeAccount(tx, account);
    await this.settings.removeAccount(tx, account);
    await this.subscriptions.removeAccount(tx, account);
  }
}
