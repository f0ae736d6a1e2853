import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccountSshKeys } from './account-ssh-keys.js';
import { ModulusChecks } from './modulus-checks.js';
import { SignerService } from './signer.service.js';
import { SshKeyRow } from './ssh-key.entity.js';
import { SshKeyService } from './ssh-key.service.js';
import { SshKeyStore, sshKeyList } from './ssh-key.store.js';

export const sshKey = {
  rows: [SshKeyRow],
  services: [SshKeyService, SignerService],
  parts: [SshKeyStore, AccountSshKeys, ModulusChecks],
  lists: { ssh_key: sshKeyList },
} satisfies ServiceObject;
